import type { Reading, UploadColumn } from "@/lib/sources/schema";

export type ReadingChoice = { label: string; reading: Reading };

const known: ReadingChoice[] = [
  { label: "Text", reading: { as: "text" } },
  { label: "Whole number", reading: { as: "integer" } },
  { label: "Number", reading: { as: "number" } },
  { label: "Number, 1,234.5", reading: { as: "number", style: "point" } },
  { label: "Number, 1.234,5", reading: { as: "number", style: "comma" } },
  { label: "Exact, 2 decimals", reading: { as: "decimal", style: "point", scale: 2 } },
  { label: "Exact, 2 decimals, 1.234,50", reading: { as: "decimal", style: "comma", scale: 2 } },
  { label: "True or false", reading: { as: "boolean" } },
  { label: "Date, year first", reading: { as: "date" } },
  { label: "Date, day first", reading: { as: "date", order: "dmy" } },
  { label: "Date, month first", reading: { as: "date", order: "mdy" } },
  { label: "Date, month as a word", reading: { as: "date", order: "words" } },
  { label: "Time, year first", reading: { as: "timestamp" } },
  { label: "Time, day first", reading: { as: "timestamp", order: "dmy" } },
  { label: "Time, month first", reading: { as: "timestamp", order: "mdy" } },
  { label: "Time with zone", reading: { as: "timestamptz" } },
  { label: "Time of day", reading: { as: "time" } },
];

/** The same reading, whatever order its members come in. */
export function readingKey({ as, style, order, scale, wide }: Reading): string {
  return JSON.stringify([as, style ?? "", order ?? "", scale ?? "", wide ?? false]);
}

function labelOf({ as, style, scale, wide }: Reading): string {
  const comma = style === "comma" ? ", 1.234,5" : style === "point" ? ", 1,234.5" : "";
  if (as === "integer") return `${wide ? "Large whole number" : "Whole number"}${comma}`;
  if (as === "decimal") return `Exact, ${scale ?? 2} decimals${comma}`;
  return as;
}

/** What a column may be read as: what was found first, and what fits nearly all of it. */
export function choicesFor({ found, almost, given }: UploadColumn & { found: Reading }): ReadingChoice[] {
  const own = [found, ...(almost ? [almost] : [])].filter(
    ({ as, ...rest }) =>
      as !== "given" && !known.some(({ reading }) => readingKey(reading) === readingKey({ as, ...rest })),
  );
  return [
    ...(found.as === "given" ? [{ label: `As in the file: ${given.toLowerCase()}`, reading: found }] : []),
    ...own.map((reading) => ({ label: labelOf(reading), reading })),
    ...known,
  ];
}
