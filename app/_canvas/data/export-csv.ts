import { columnKind, isNumeric } from "@/app/_canvas/charts/cell";
import type { Cell, Rows } from "@/lib/sources/schema";

/** Rows as CSV (RFC 4180), loss-free: as the engine wrote them, not as they are shown (D10). NULL is nothing, an empty text is "". */
export function rowsToCsv({ columns, rows }: Rows): string {
  const words = columns.map(({ type }) => !isNumeric(columnKind(type)));
  const lines = [
    columns.map(({ name }) => quoted(harmless(name))),
    ...rows.map((row) => columns.map((_, at) => fieldOf(row[at] ?? null, words[at] ?? true))),
  ];
  return `${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

function fieldOf(cell: Cell, isWords: boolean): string {
  if (cell === null) return "";
  if (typeof cell === "object") return quoted(JSON.stringify(cell));
  return quoted(typeof cell === "string" && isWords ? harmless(cell) : String(cell));
}

/** A spreadsheet takes text that begins like this for a formula, and runs it (S3). An import takes the ' off again. */
function harmless(text: string): string {
  return /^'*[=@\t\r]|^'+[+-]|^[+-](?!\d*\.?\d+$)/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A name for a file, of a title in any language. */
export function fileName(title: string, extension: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${name || "kaboo"}.${extension}`;
}
