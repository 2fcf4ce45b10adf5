import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/sqlite/client";

/** A statement that runs when its transaction does. */
export type DbWrite = Prisma.PrismaPromise<unknown>;

const mostAttempts = 5;
const lostRace = new Set(["P2002", "P2025", "P2034"]);

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

/** All statements or none; made anew and tried again when the database asks for it (P2034). Throws whatever else fails. */
export async function writeAll(db: Pick<Db, "$transaction">, make: () => DbWrite[]): Promise<unknown[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(make());
    } catch (error) {
      if (attempt === mostAttempts || codeOf(error) !== "P2034") throw error;
    }
  }
}

/** Whether a unique key was there already. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === "P2002";
}

/**
 * All statements or none. False, with nothing written, when another writer was first: a unique key was taken
 * (P2002), a row of the expected version was gone (P2025), or the database asks for a retry (P2034).
 */
export async function writeTogether(db: Db, writes: DbWrite[]): Promise<boolean> {
  try {
    await db.$transaction(writes);
    return true;
  } catch (error) {
    if (lostRace.has(String(codeOf(error)))) return false;
    throw error;
  }
}
