import type { Mark } from "@/app/_canvas/charts/compiled";
import { equalJson } from "@/lib/shared/equal-json";
import type { Cell, Rows } from "@/lib/sources/schema";

/** The rows of a result that a mark is drawn from. */
export function rowsBehind(rows: Rows, { where, except = [] }: Pick<Mark, "where" | "except">): Rows {
  const at = (column: string) => rows.columns.findIndex(({ name }) => name === column);
  const wanted = where.map(({ column, cell }) => ({ at: at(column), cell }));
  const unwanted = except.map(({ column, cells }) => ({ at: at(column), cells }));
  return {
    ...rows,
    rows: rows.rows.filter(
      (row) =>
        wanted.every((each) => equalJson(row[each.at] ?? null, each.cell)) &&
        unwanted.every((each) => !each.cells.some((cell) => equalJson(row[each.at] ?? null, cell))),
    ),
  };
}

/** A row of a result, by all it holds. */
export function whereOf({ columns }: Pick<Rows, "columns">, row: readonly Cell[]): Mark["where"] {
  return columns.map(({ name }, at) => ({ column: name, cell: row[at] ?? null }));
}
