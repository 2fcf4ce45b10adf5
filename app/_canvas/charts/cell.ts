import type { Cell, Column, Rows } from "@/lib/sources/schema";

export type ColumnKind =
  | "integer"
  | "number"
  | "date"
  | "timestamp"
  | "timestamptz"
  | "boolean"
  | "nested"
  | "text";

/** What a column holds, by its engine's name for the type: DuckDB's or PostgreSQL's. */
export function columnKind(type: string): ColumnKind {
  const name = type.toUpperCase();
  if (/\[|^(STRUCT|MAP|LIST|UNION|JSON)/.test(name)) return "nested";
  if (/^(TIMESTAMPTZ|TIMESTAMP.*WITH TIME ZONE)/.test(name)) return "timestamptz";
  if (/^(TIMESTAMP|DATETIME)/.test(name)) return "timestamp";
  if (name === "DATE") return "date";
  if (/^(BOOL)/.test(name)) return "boolean";
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|U?INT\d*|(SMALL|BIG)?SERIAL|OID)$/.test(name)) return "integer";
  if (/^(DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL|MONEY)/.test(name)) return "number";
  return "text";
}

export const isNumeric = (kind: ColumnKind) => kind === "integer" || kind === "number";
export const isTemporal = (kind: ColumnKind) =>
  kind === "date" || kind === "timestamp" || kind === "timestamptz";

/** Numerals as text: what BIGINT and DECIMAL travel as (Q3). */
export function isNumeral(text: string): text is `${number}` {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
}

/**
 * A cell's place on an axis. Wide integers and decimals lose digits a pixel can't show; what is read as text never
 * comes through here. Null for what has no place: NULL, NaN, infinities, words.
 */
export function toNumber(cell: Cell | undefined): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  if (typeof cell !== "string" || !isNumeral(cell.trim())) return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/**
 * Milliseconds since 1970. A DATE and a TIMESTAMP without a zone are wall-clock times: they are read as UTC and must be
 * shown as UTC, so that no zone moves them to the day before.
 */
export function toTime(cell: Cell | undefined, kind: ColumnKind): number | null {
  if (typeof cell !== "string") return null;
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\d*)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      cell,
    );
  if (!match) return null;
  const [, day, clock = "00:00:00", zone] = match;
  const time = Date.parse(`${day}T${clock}${kind === "timestamptz" ? isoZone(zone) : "Z"}`);
  return Number.isNaN(time) ? null : time;
}

/** DuckDB writes `+00`, ISO wants `+00:00`. */
function isoZone(zone: string | undefined): string {
  if (!zone || zone === "Z") return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** A column by name with its place in the rows. Throws MissingColumn: whoever draws asks `missingColumn` first. */
export function columnAt({ columns }: Rows, name: string): Column & { at: number; kind: ColumnKind } {
  const at = columns.findIndex((column) => column.name === name);
  const column = columns[at];
  if (!column) {
    throw new MissingColumn(`The query has no column “${name}”.`);
  }
  return { ...column, at, kind: columnKind(column.type) };
}

export class MissingColumn extends Error {
  override name = "MissingColumn";
}
