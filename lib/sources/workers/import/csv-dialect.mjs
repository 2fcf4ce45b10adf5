import { closeSync, openSync, readSync } from "node:fs";

const headBytes = 256 * 1024;
const separators = [",", ";", "\t", "|"];
const records = 50;

function readHead(file) {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0)).toString("utf8");
  } finally {
    closeSync(handle);
  }
}

/** The first records of a CSV text for one separator; a quoted value may hold separators and line ends. */
export function parseRecords(text, separator, most = records) {
  const found = [];
  let record = [];
  let value = "";
  let quoted = false;
  for (let index = 0; index < text.length && found.length < most; index++) {
    const letter = text[index];
    if (quoted) {
      if (letter !== '"') value += letter;
      else if (text[index + 1] === '"') {
        value += '"';
        index++;
      } else quoted = false;
    } else if (letter === '"' && value === "") quoted = true;
    else if (letter === separator) {
      record.push(value);
      value = "";
    } else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && text[index + 1] === "\n") index++;
      record.push(value);
      if (record.length > 1 || record[0] !== "") found.push(record);
      record = [];
      value = "";
    } else value += letter;
  }
  if (found.length < most && (value !== "" || record.length > 0)) found.push([...record, value]);
  return found;
}

/** How well a separator explains the text: how many values a record mostly has, and how often it has just that many. */
function score(text, separator) {
  const widths = parseRecords(text, separator).map((record) => record.length);
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
  const [first = []] = parseRecords(text, separator, 1);
  const header = !first.some((value) => looksLikeValue.test(value));
  return { separator, first, header, skip: hint ? 1 : 0 };
}
