import { number, text } from "@/lib/model/demo/read-json";

/** A cell as it stands in a sentence: 1,234.5 rather than 1234.50, a day without its midnight. */
export function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return "nothing";
  const said = text(cell);
  if (said !== undefined && /^\d{4}-\d{2}-\d{2}/.test(said)) return said.replace(/[T ]00:00:00.*$/, "");
  const value = number(cell);
  if (value === undefined) return said ?? JSON.stringify(cell);
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** A measured value; a share from 0 to 1 in percent. */
export function formatValue(cell: unknown, share: boolean): string {
  const value = number(cell);
  return share && value !== undefined
    ? `${(value * 100).toLocaleString("en", { maximumFractionDigits: 2 })} %`
    : formatCell(cell);
}

/** The first day of a month, as such columns hold it. */
export const monthStart = /^\d{4}-\d{2}-01$/;

/** "November 2025" for 2025-11-01. */
export function formatMonth(cell: unknown): string {
  const day = new Date(`${formatCell(cell)}T00:00:00Z`);
  return day.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}
