import { rm } from "node:fs/promises";
import { log } from "@/lib/observability/log";
import type { QueryPool } from "@/lib/sources/query-pool";
import type { RowsPlace } from "@/lib/sources/rows-place";

/** The pools by place: one for each generation that is still asked. */
export function createGenerations() {
  const pools = new Map<string, QueryPool>();
  const retiring = new Set<Promise<void>>();

  return {
    pool(place: RowsPlace): QueryPool {
      const pool = pools.get(place.key) ?? place.open();
      pools.set(place.key, pool);
      return pool;
    },
    /** Ends a pool that nobody may ask any more, once it has answered. */
    forget(key: string): void {
      const work = (pools.get(key)?.drain() ?? Promise.resolve()).finally(() => retiring.delete(work));
      pools.delete(key);
      retiring.add(work);
    },
    /** The rows have moved on: what was asked of the old file is answered, then the file goes. */
    retire(file: string): void {
      const pool = pools.get(file);
      pools.delete(file);
      const work = (pool?.drain() ?? Promise.resolve())
        .then(() => rm(file, { force: true, maxRetries: 3 }))
        .catch((error) => log.warn({ err: error }, "an old file of rows could not be removed"))
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
