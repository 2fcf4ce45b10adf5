import {
  type ColumnKind,
  columnKind,
  isNumeral,
  isNumeric,
  isTemporal,
  toNumber,
  toTime,
} from "@/app/_canvas/charts/cell";
import type { Person } from "@/app/_ui/use-person";
import type { Format } from "@/lib/shared/format";
import type { Cell, Column } from "@/lib/sources/schema";

export type CellFormat = {
  /** As read in a table or a tooltip: loss-free where the format allows. */
  full: (cell: Cell | undefined) => string;
  /** As read on an axis or a big number: short. */
  short: (value: number) => string;
  kind: ColumnKind;
};

export const nothing = "–";

/**
 * How a column is written: by the format chosen for it, else by its type and name (D15). `sample` decides whether a
 * share is stored as 0.12 or as 12.
 */
export function cellFormat(
  column: Column,
  format: Format | undefined,
  person: Person,
  sample: readonly (Cell | undefined)[] = [],
): CellFormat {
  const kind = columnKind(column.type);
  const chosen = format ?? guessFormat(column, kind, sample);
  if (isTemporal(kind) || chosen === "date" || chosen === "month") return timeFormat(kind, chosen, person);
  if (chosen === "text") return { full: plainText, short: String, kind };
  const scale = chosen === "percent" && !inPoints(column.name, sample) ? 100 : 1;
  const full = new Intl.NumberFormat(person.locale, numberOptions(chosen, column, kind));
  const short = new Intl.NumberFormat(person.locale, {
    ...numberOptions(chosen, column, kind),
    ...brief,
  });
  const percent = chosen === "percent" ? percentSign(person.locale) : (text: string) => text;
  return {
    kind,
    short: (value) => percent(short.format(value * scale)),
    full: (cell) => {
      if (cell === null || cell === undefined) return nothing;
      if (typeof cell === "string" && isNumeral(cell) && scale === 1) return percent(full.format(cell));
      const value = typeof cell === "boolean" ? null : toNumber(cell);
      return value === null ? plainText(cell) : percent(full.format(value * scale));
    },
  };
}

const brief: Intl.NumberFormatOptions = {
  notation: "compact",
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
};

function numberOptions(format: Format, { name, type }: Column, kind: ColumnKind): Intl.NumberFormatOptions {
  switch (format) {
    case "integer":
      return { maximumFractionDigits: 0 };
    case "currency":
      return {
        style: "currency",
        currency: currencyOf(name),
        maximumFractionDigits: kind === "integer" ? 0 : 2,
        minimumFractionDigits: kind === "integer" ? 0 : 2,
      };
    case "compact":
      return brief;
    case "percent":
      return { maximumFractionDigits: 1 };
    default:
      return kind === "integer" ? { maximumFractionDigits: 0 } : fractionOf(type);
  }
}

/** A DECIMAL(18,2) has two digits after the point in every row; other numbers as many as they need. */
function fractionOf(type: string): Intl.NumberFormatOptions {
  const scale = Number(/^(?:decimal|numeric)\(\d+,\s*(\d+)\)$/i.exec(type)?.[1] ?? Number.NaN);
  return scale <= 4
    ? { minimumFractionDigits: scale, maximumFractionDigits: scale }
    : { maximumFractionDigits: 4 };
}

function guessFormat({ name }: Column, kind: ColumnKind, sample: readonly (Cell | undefined)[]): Format {
  if (isTemporal(kind))
    return kind === "date" && sample.length > 1 && sample.every(isFirstOfMonth) ? "month" : "date";
  if (!isNumeric(kind)) return "text";
  if (/(^|_)(id|year|zip|code)$/i.test(name)) return "text";
  if (/(^|_)(pct|percent|percentage)(_|$)/i.test(name)) return "percent";
  if (/(^|_)(rate|share)(_|$)/i.test(name) && sample.length > 0 && sample.every(isShare)) return "percent";
  if (/(^|_)(usd|eur|gbp|chf|jpy)$/i.test(name)) return "currency";
  return kind === "integer" ? "integer" : "number";
}

const isFirstOfMonth = (cell: Cell | undefined) =>
  cell === null || (typeof cell === "string" && /-01$/.test(cell));

const isShare = (cell: Cell | undefined) => Math.abs(toNumber(cell) ?? 0) <= 1;

/** A name that says percent holds points (12 is 12 %); otherwise values within ±1 are shares (0.12 is 12 %). */
function inPoints(name: string, sample: readonly (Cell | undefined)[]): boolean {
  if (/pct|percent/i.test(name)) return true;
  return sample.some((cell) => Math.abs(toNumber(cell) ?? 0) > 1);
}

/** Data has the currency it was recorded in, never the reader's: the column's name says so, else US dollars. */
function currencyOf(name: string): string {
  return /_(usd|eur|gbp|chf|jpy)$/i.exec(name)?.[1]?.toUpperCase() ?? "USD";
}

/** Puts the locale's percent sign where it belongs without dividing: a DECIMAL keeps its digits. */
function percentSign(locale: string): (text: string) => string {
  const parts = new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0);
  const digit = parts.findIndex((part) => part.type === "integer");
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map((part) => part.value)
      .join("");
  const [before, after] = [text(0, digit), text(digit + 1)];
  return (value) => `${before}${value}${after}`;
}

function timeFormat(kind: ColumnKind, format: Format, person: Person): CellFormat {
  const timeZone = kind === "timestamptz" ? person.timeZone : "UTC";
  const asText = new Intl.DateTimeFormat(person.locale, { ...timeOptions(kind, format), timeZone });
  return {
    kind,
    short: (value) => asText.format(value),
    full: (cell) => {
      if (cell === null || cell === undefined) return nothing;
      const time = toTime(cell, isTemporal(kind) ? kind : "date");
      return time === null ? plainText(cell) : asText.format(time);
    },
  };
}

function timeOptions(kind: ColumnKind, format: Format): Intl.DateTimeFormatOptions {
  if (format === "month") return { month: "short", year: "numeric" };
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  return kind === "date" || kind === "text" ? day : { ...day, hour: "2-digit", minute: "2-digit" };
}

/** Nested values as JSON, booleans as words; never "[object Object]". */
export function plainText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return nothing;
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
