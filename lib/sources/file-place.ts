import type { QueryLimits } from "@/lib/sources/limits";
import { createQueryPool, type QueryPool } from "@/lib/sources/query-pool";
import type { RowsPlace } from "@/lib/sources/rows-place";
import { startWorker } from "@/lib/sources/worker-process";

/** A pool of the embedded engine on one file. */
export function openFilePool(file: string, limits: QueryLimits, size?: number): QueryPool {
  const { memoryMb, processMb, threads } = limits;
  return createQueryPool(
    () => startWorker("query-worker", { file, memoryMb, processMb, threads }),
    limits,
    size === undefined ? {} : { size },
  );
}

/** One generation's file, read by the embedded engine. */
export function filePlace(file: string, limits: QueryLimits): RowsPlace {
  return { kind: "file", key: file, open: () => openFilePool(file, limits) };
}
