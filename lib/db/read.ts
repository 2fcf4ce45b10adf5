import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/sqlite/client";
import { isBroken } from "@/lib/db/write";

const mostBreaks = 20;

type Reads = Prisma.PrismaPromise<unknown>[];

/** Several reads of one moment: a write in between is in all of them or in none. */
export async function readTogether<R extends Reads>(
  db: Pick<Db, "$transaction">,
  reads: [...R],
): Promise<{ [K in keyof R]: Awaited<R[K]> }> {
  for (let breaks = 0; ; breaks++) {
    try {
      // PostgreSQL would give each statement a moment of its own. Reads alone never fail at this level.
      const read = await db.$transaction(reads, { isolationLevel: "Serializable" });
      return read as { [K in keyof R]: Awaited<R[K]> };
    } catch (error) {
      if (breaks === mostBreaks || !isBroken(error)) throw error;
    }
  }
}
