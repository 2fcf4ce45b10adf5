import { can, doneCalls, type Known, lastCall } from "@/lib/model/demo/known";
import { call, type Move, planned } from "@/lib/model/demo/move";
import type { Table } from "@/lib/model/demo/table";
import { tool } from "@/lib/model/demo/tools";

/** The calls that find out about the data, when the prompt doesn't tell; undefined when there is nothing left to ask. */
export function exploreTables(known: Known): Move | undefined {
  const listed = known.tables.some((table) => table.columns.length > 0);
  if (listed || lastCall(known, tool.context) || !can(known, tool.context)) return undefined;
  return call("I'll look at the data first.", planned(tool.context, {}));
}

const mostDescribed = 8;

/** Describes these tables, each once. */
export function describeTables(known: Known, tables: readonly Table[]): Move | undefined {
  if (!can(known, tool.describe)) return undefined;
  const asked = new Set(doneCalls(known, tool.describe).map((done) => JSON.stringify(done.input)));
  const calls = tables
    .filter((table) => !table.described)
    .map((table) => planned(tool.describe, { table: table.name, source_id: table.sourceId }))
    .filter((described) => !asked.has(JSON.stringify(described.input)))
    .slice(0, mostDescribed);
  if (calls.length === 0) return undefined;
  const names = calls.map((described) => String(described.input.table)).join(", ");
  return call(`I'll check what is in ${names}.`, ...calls);
}
