import { rm } from "node:fs/promises";
import type { QueryLimits } from "@/lib/sources/limits";
import { createQueryPool, type QueryPool } from "@/lib/sources/query-pool";

/** The pools by file: one for each generation that is still asked. */
export function createGenerations(limits: QueryLimits) {
  const pools = new Map<string, QueryPool>();
  const retiring = new Set<Promise<void>>();

  return {
    pool(file: string): QueryPool {
      const pool = pools.get(file) ?? createQueryPool(file, limits);
      pools.set(file, pool);
      return pool;
    },
    /** The rows have moved on: what was asked of the old file is answered, then the file goes. */
    retire(file: string): void {
      const pool = pools.get(file);
      pools.delete(file);
      const work = (pool?.drain() ?? Promise.resolve())
        .then(() => rm(file, { force: true, maxRetries: 3 }))
        .catch((error) => console.warn("An old file of rows could not be removed.", error))
        .finally(() => retiring.delete(work));
      retiring.add(work);
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      await Promise.all(retiring);
      pools.clear();
    },
  };
}

export type Generations = ReturnType<typeof createGenerations>;
