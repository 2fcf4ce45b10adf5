import type { QueryLimits } from "@/lib/sources/limits";
import type { PostgresConnection } from "@/lib/sources/postgres/connection";
import { createQueryPool } from "@/lib/sources/query-pool";
import type { RowsPlace } from "@/lib/sources/rows-place";
import { startWorker } from "@/lib/sources/worker-process";

export type PostgresTable = { schema: string; name: string };

/** Nobody tells when another database's rows change: what was read serves this long. */
const keepMs = 30_000;
/** Connections that nobody uses are given back. */
const idleMs = 60_000;
/** To cancel means a way to the database and back. */
const graceMs = 3_000;

/** A table as it is called in SQL: its schema is left out where it is `public`. */
export const tableLabel = ({ schema, name }: PostgresTable) =>
  schema === "public" ? name : `${schema}.${name}`;

export const labelled = (tables: PostgresTable[]) =>
  tables.map((table) => ({ ...table, label: tableLabel(table) }));

/** A PostgreSQL database, of which the named tables may be seen. */
export function postgresPlace(
  key: string,
  connection: PostgresConnection,
  tables: PostgresTable[],
  limits: QueryLimits,
): RowsPlace {
  function start() {
    const worker = startWorker("postgres-worker", { processMb: limits.processMb });
    worker.send({ open: { connection, tables: labelled(tables), timeoutMs: limits.timeoutMs } });
    return worker;
  }
  return {
    kind: "postgres",
    key,
    keepMs,
    open: () => createQueryPool(start, { ...limits, graceMs }, { size: 3, idleMs }),
  };
}
