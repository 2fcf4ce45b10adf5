import { columnKind, isNumeric, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import type { Cell, Column, Rows } from "@/lib/sources/schema";

export type ColumnStatistics = Column & {
  numeric: boolean;
  /** How many values are NULL. */
  nulls: number;
  distinct: number;
  /** Cells as they came, for whoever shows them; null where nothing can be compared. */
  least: Cell;
  greatest: Cell;
  mean: number | null;
};

const keyOf = (cell: Cell) => (typeof cell === "object" ? JSON.stringify(cell) : `${typeof cell} ${cell}`);

/** What the rows of a result say of each column (Q5). */
export function columnStatistics({ columns, rows }: Rows): ColumnStatistics[] {
  return columns.map((column, at) => {
    const kind = columnKind(column.type);
    const numeric = isNumeric(kind);
    const place = (cell: Cell) => (isTemporal(kind) ? toTime(cell, kind) : toNumber(cell));
    const distinct = new Set<string>();
    let nulls = 0;
    let least: Cell = null;
    let greatest: Cell = null;
    let sum = 0;
    let counted = 0;
    for (const row of rows) {
      const cell = row[at] ?? null;
      if (cell === null) {
        nulls++;
        continue;
      }
      distinct.add(keyOf(cell));
      if (typeof cell === "object") continue;
      if (least === null || isBefore(cell, least)) least = cell;
      if (greatest === null || isBefore(greatest, cell)) greatest = cell;
      const value = numeric ? toNumber(cell) : null;
      if (value !== null) {
        sum += value;
        counted++;
      }
    }
    const mean = counted > 0 ? sum / counted : null;
    return { ...column, numeric, nulls, distinct: distinct.size, least, greatest, mean };

    function isBefore(one: Cell, other: Cell): boolean {
      if (!numeric && !isTemporal(kind)) return String(one) < String(other);
      const [left, right] = [place(one), place(other)];
      return left !== null && (right === null || left < right);
    }
  });
}
