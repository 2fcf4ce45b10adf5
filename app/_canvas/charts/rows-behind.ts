import type { Mark } from "@/app/_canvas/charts/compiled";
import { equalJson } from "@/lib/shared/equal-json";
import type { Rows } from "@/lib/sources/schema";

/** The rows of a result that a mark is drawn from. */
export function rowsBehind(rows: Rows, { where }: Pick<Mark, "where">): Rows {
  const wanted = where.map(({ column, cell }) => ({
    at: rows.columns.findIndex(({ name }) => name === column),
    cell,
  }));
  return {
    ...rows,
    rows: rows.rows.filter((row) => wanted.every(({ at, cell }) => equalJson(row[at] ?? null, cell))),
  };
}
