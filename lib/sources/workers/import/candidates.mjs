import { patternOf } from "./readings.mjs";

const simple = [
  { as: "boolean" },
  { as: "integer" },
  { as: "number" },
  { as: "date" },
  { as: "timestamp" },
  { as: "timestamptz" },
  { as: "time" },
];
const loose = [
  { as: "number", style: "point" },
  { as: "number", style: "comma" },
  ...["dmy", "mdy", "words"].flatMap((order) => [
    { as: "date", order },
    { as: "timestamp", order },
  ]),
];
const patterns = new Map(
  [...simple, ...loose].map((reading) => [reading, new RegExp(`^(?:${patternOf(reading)})$`)]),
);
const leastShare = 0.8;

/** The share of texts that match, as far as it matters. */
function shareOf(texts, pattern) {
  const mostMisfits = texts.length * (1 - leastShare);
  let misfits = 0;
  for (const text of texts) if (!pattern.test(text) && ++misfits > mostMisfits) return 0;
  return 1 - misfits / texts.length;
}

const looksGrouped = /^[1-9]\d{0,2}\.\d{3}$/;
const isComma = ({ as, style }) => as === "number" && style === "comma";

/**
 * What some texts of a column may be read as: those readings that fit all of them, most likely first, and those that fit
 * most. All of them are still to be tried on the whole column.
 */
export function candidatesOf(texts) {
  if (texts.length === 0) return { all: [], most: [] };
  const shares = [];
  for (const group of [simple, loose]) {
    for (const reading of group) shares.push({ reading, share: shareOf(texts, patterns.get(reading)) });
    if (group === simple && shares.some(({ share }) => share === 1)) break;
  }
  const all = shares.filter(({ share }) => share === 1).map(({ reading }) => reading);
  // Whole numbers are numbers, too; 1.234 may be one with a thousands separator.
  const first = all.some(({ as }) => as === "integer") ? [simple[1]] : all;
  if (first[0] === simple[2] && texts.every((text) => looksGrouped.test(text)))
    first.push(loose.find(isComma));
  const others =
    shares.length > simple.length
      ? shares
      : [...shares, ...loose.map((reading) => ({ reading, share: shareOf(texts, patterns.get(reading)) }))];
  const most = others
    .filter(({ reading, share }) => share >= leastShare && !first.includes(reading))
    .sort((one, other) => other.share - one.share)
    .map(({ reading }) => reading);
  return { all: first, most: [...(first[0] === simple[1] ? [{ as: "integer", wide: true }] : []), ...most] };
}
