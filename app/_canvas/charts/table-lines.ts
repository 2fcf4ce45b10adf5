import { columnAt, isNumeric, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { type CellFormat, cellFormat } from "@/app/_canvas/charts/format";
import type { Person } from "@/app/_ui/use-person";
import type { Rule, WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

export type TableColumn = {
  key: string;
  label: string;
  at: number;
  numeric: boolean;
  write: CellFormat;
  width: number;
  rules?: readonly Rule[] | undefined;
};
type ChosenColumn = NonNullable<WidgetSpec<"table">["columns"]>[number];
export type Sorting = { column: string; descending: boolean } | null;

/** Columns as shown, each wide enough for what its first rows hold (CSS pixels). Throws MissingColumn. */
export function tableColumns(spec: WidgetSpec<"table">, rows: Rows, person: Person): TableColumn[] {
  const chosen: ChosenColumn[] = spec.columns?.length
    ? spec.columns
    : rows.columns.map(({ name }) => ({ column: name }));
  return chosen.map((each, index) => {
    const column = columnAt(rows, each.column);
    const sample = rows.rows.slice(0, 60).map((row) => row[column.at]);
    const label = each.label ?? columnLabel(column.name);
    const write = cellFormat(column, each.format, person, sample);
    const longest = Math.max(label.length + 2, ...sample.map((cell) => write.full(cell).length));
    return {
      key: `${index}:${column.name}`,
      label,
      at: column.at,
      numeric: isNumeric(column.kind),
      write,
      rules: each.rules,
      width: Math.round(Math.max(72, Math.min(220, longest * 7 + 22))),
    };
  });
}

/** The order to show rows in. Numbers by size, wide integers exactly, times by time, words by the reader's alphabet. */
export function sortedOrder(
  rows: Cell[][],
  columns: TableColumn[],
  sorting: Sorting,
  person: Person,
): number[] {
  const order = rows.map((_, index) => index);
  const column = sorting && columns.find((each) => each.key === sorting.column);
  if (!column || !sorting) return order;
  const alphabet = new Intl.Collator(person.locale, { numeric: true, sensitivity: "base" });
  const sign = sorting.descending ? -1 : 1;
  return order.sort((a, b) => {
    const [left, right] = [rows[a]?.[column.at] ?? null, rows[b]?.[column.at] ?? null];
    if (left === null || right === null) return left === right ? a - b : left === null ? 1 : -1;
    return sign * compareCells(left, right, column, alphabet) || a - b;
  });
}

function compareCells(left: Cell, right: Cell, column: TableColumn, alphabet: Intl.Collator): number {
  if (column.numeric) {
    if (isWhole(left) && isWhole(right)) {
      const [a, b] = [BigInt(left), BigInt(right)];
      return a < b ? -1 : a > b ? 1 : 0;
    }
    const [a, b] = [toNumber(left), toNumber(right)];
    return a === null || b === null ? (a === b ? 0 : a === null ? 1 : -1) : a - b;
  }
  if (isTemporal(column.write.kind)) {
    return (toTime(left, column.write.kind) ?? 0) - (toTime(right, column.write.kind) ?? 0);
  }
  return alphabet.compare(column.write.full(left), column.write.full(right));
}

const isWhole = (cell: Cell): cell is string => typeof cell === "string" && /^-?\d+$/.test(cell);
