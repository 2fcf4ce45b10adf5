import { closeSync, openSync, readSync } from "node:fs";
import { firstRecords } from "./csv-records.mjs";

const headBytes = 256 * 1024;
const separators = [",", ";", "\t", "|"];
const looked = 50;

function readHead(file) {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0)).toString("utf8");
  } finally {
    closeSync(handle);
  }
}

const isBlank = (record) => record.length === 1 && record[0] === null;

/** How well a separator explains the text: how many values a record mostly has, and how often it has just that many. */
function score(text, separator) {
  const widths = firstRecords(text, separator, looked)
    .filter((record) => !isBlank(record))
    .map((record) => record.length);
  const counts = new Map();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [
    1, 0,
  ];
  return width === 1 ? 0 : (count / widths.length) * 100 + Math.min(width, 50) / 10;
}

const looksLikeValue = /^\s*(?:[-+]?[\d.,]*\d[\d.,]*\s*%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|true|false)\s*$/i;

/** Separator and first record of a CSV file, read from its beginning. The first record is a header unless it holds values. */
export function csvDialect(file) {
  const whole = readHead(file);
  // Excel writes this line for itself.
  const hint = /^sep=(.)\r?\n/i.exec(whole);
  const text = hint ? whole.slice(hint[0].length) : whole;
  const [best] = separators
    .map((separator) => ({ separator, points: score(text, separator) }))
    .sort((one, other) => other.points - one.points);
  const separator = hint?.[1] ?? (best.points > 0 ? best.separator : ",");
  const first = firstRecords(text, separator, looked).find((record) => !isBlank(record)) ?? [];
  const header = !first.some((value) => value !== null && looksLikeValue.test(value));
  return { separator, header, skip: hint ? 1 : 0 };
}
