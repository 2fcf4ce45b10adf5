import { columnAt, toNumber } from "@/app/_canvas/charts/cell";
import { cellFormat, nothing } from "@/app/_canvas/charts/format";
import type { Person } from "@/app/_ui/use-person";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

export type Pivot = {
  corner: string[];
  columns: string[];
  lines: { heads: string[]; cells: string[] }[];
  notes: string[];
};

const mostColumns = 60;

/** Rows crossed by columns, each cell one aggregate. Throws MissingColumn. */
export function pivot(spec: WidgetSpec<"pivot">, rows: Rows, person: Person): Pivot {
  const heads = spec.rows.map((name) => columnAt(rows, name));
  const across = spec.columns.map((name) => columnAt(rows, name));
  const value = columnAt(rows, spec.value);
  const writer = (column: ReturnType<typeof columnAt>) =>
    cellFormat(
      column,
      undefined,
      person,
      rows.rows.slice(0, 500).map((row) => row[column.at]),
    );
  const [writeHeads, writeAcross] = [heads.map(writer), across.map(writer)];
  const write = cellFormat(
    spec.aggregate === "count"
      ? { name: "count", type: "BIGINT" }
      : spec.aggregate === "avg"
        ? { ...value, type: "DOUBLE" }
        : value,
    spec.format,
    person,
    rows.rows.slice(0, 500).map((row) => row[value.at]),
  );

  const columns = new Map<string, number>();
  const lines = new Map<string, { heads: string[]; groups: number[][] }>();
  for (const row of rows.rows) {
    const names = heads.map((column, at) => writeHeads[at]?.full(row[column.at]) ?? nothing);
    const column = across.map((each, at) => writeAcross[at]?.full(row[each.at]) ?? nothing).join(" · ");
    if (!columns.has(column)) columns.set(column, columns.size);
    const key = JSON.stringify(names);
    const line = lines.get(key) ?? { heads: names, groups: [] };
    lines.set(key, line);
    const at = columns.get(column) ?? 0;
    const group = line.groups[at] ?? [];
    line.groups[at] = group;
    const amount = spec.aggregate === "count" ? (row[value.at] === null ? null : 1) : toNumber(row[value.at]);
    if (amount !== null) group.push(amount);
  }
  const names = [...columns.keys()];
  const shown = names.slice(0, mostColumns);
  return {
    corner: spec.rows,
    columns: across.length === 0 ? [spec.value] : shown,
    lines: [...lines.values()].map((line) => ({
      heads: line.heads,
      cells: shown.map((_, at) => {
        const amount = aggregate(spec.aggregate, line.groups[at] ?? []);
        return amount === null ? nothing : write.full(amount);
      }),
    })),
    notes:
      names.length > mostColumns ? [`The first ${mostColumns} of ${names.length} columns are shown.`] : [],
  };
}

function aggregate(how: WidgetSpec<"pivot">["aggregate"], values: number[]): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (how) {
    case "sum":
    case "count":
      return sum;
    case "avg":
      return sum / values.length;
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
    default:
      return how satisfies never;
  }
}
