import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/sqlite/client";

/** A statement that runs when its transaction does. */
export type DbWrite = Prisma.PrismaPromise<unknown>;

const mostAttempts = 5;
const lostRace = new Set(["P2002", "P2025", "P2034"]);
/** A database that comes and goes may break many in a row. */
const mostBreaks = 20;

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

/** What went wrong, in a driver's words: of statements that were sent past the client, and of commits, which it hands on as they are. */
const DriverError = z.object({
  name: z.literal("DriverAdapterError"),
  cause: z.object({ kind: z.string() }),
});

export function driverErrorKind(error: unknown): string | undefined {
  return DriverError.safeParse(error).data?.cause.kind;
}

/** Past the client: the row was not there, or not as it was expected. */
export class NothingWritten extends Error {
  override name = "NothingWritten";
}

/** Whether a unique key was there already. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === "P2002" || driverErrorKind(error) === "UniqueConstraintViolation";
}

/** Whether the row was not there, or not as it was expected. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "P2025" || error instanceof NothingWritten;
}

/** Whether the connection broke while it was under way, so that it may have been done or not. */
export function isBroken(error: unknown): boolean {
  return codeOf(error) === "P1017" || driverErrorKind(error) === "ConnectionClosed";
}

/**
 * A write that happens once, also when its connection breaks in the middle: `isDone` then looks whether it had been
 * done, and if not, it is done again. Throws whatever else fails.
 */
export async function writeSurely<T>(
  write: () => Promise<T>,
  isDone: () => Promise<boolean>,
): Promise<T | undefined> {
  for (let breaks = 0; ; breaks++) {
    try {
      return await write();
    } catch (error) {
      if (breaks === 0 && !isBroken(error)) throw error;
      if (await isDone()) return undefined;
      // Also what the database was still at when it was looked for stands in the way of the next attempt.
      if (breaks === mostBreaks || !isBroken(error)) throw error;
    }
  }
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
