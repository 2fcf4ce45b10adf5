import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/sqlite/client";

type Reads = Prisma.PrismaPromise<unknown>[];

/** Several reads of one moment: a write in between is in all of them or in none. */
export function readTogether<R extends Reads>(
  db: Pick<Db, "$transaction">,
  reads: [...R],
): Promise<{ [K in keyof R]: Awaited<R[K]> }> {
  // PostgreSQL would give each statement a moment of its own. Reads alone never fail at this level.
  return db.$transaction(reads, { isolationLevel: "Serializable" }) as Promise<{
    [K in keyof R]: Awaited<R[K]>;
  }>;
}
