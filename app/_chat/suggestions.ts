import type { Column, Source, SourceTable } from "@/lib/sources/schema";

/** Questions to begin with, made of what the tables really hold (C12). */
export function suggestionsFor(sources: readonly Source[], limit = 4): string[] {
  const tables = sources.flatMap((source) => source.tables).sort((a, b) => b.rowCount - a.rowCount);
  if (tables.length === 0) return [];
  const about = tables.flatMap(questionsAbout);
  // One question of each kind and table before a second of the same.
  const [boards, rest] = [
    about.filter(({ kind }) => kind === "board"),
    about.filter(({ kind }) => kind !== "board"),
  ];
  const texts = ["What data is there?", ...interleave(boards, rest).map(({ text }) => text)];
  return [...new Set(texts)].slice(0, limit);
}

type Suggestion = { kind: "board" | "trend"; text: string };

function questionsAbout(table: SourceTable): Suggestion[] {
  const measure = table.columns.find(isMeasure)?.name;
  const dimension = table.columns.find(isDimension)?.name;
  const date = table.columns.find(isDate)?.name;
  const name = readable(table.name);
  const board =
    measure &&
    dimension &&
    `Build a dashboard about ${readable(measure)} by ${readable(dimension)} in ${name}`;
  const trend =
    date &&
    (measure
      ? `How did ${readable(measure)} in ${name} develop by month?`
      : `How many ${name} are there by month?`);
  return [
    ...(board ? [{ kind: "board" as const, text: board }] : []),
    ...(trend ? [{ kind: "trend" as const, text: trend }] : []),
  ];
}

function interleave<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => [a[index], b[index]])
    .flat()
    .filter((item): item is T & {} => item !== undefined);
}

const isId = (name: string) => /(^|_)(id|key|uuid)$/i.test(name);
const isMeasure = ({ name, type }: Column) =>
  /^(DECIMAL|DOUBLE|FLOAT|REAL|U?(BIG|HUGE|SMALL|TINY)?INT|NUMERIC|INTEGER)/i.test(type) && !isId(name);
const isDimension = ({ name, type }: Column) =>
  /^(VARCHAR|TEXT|ENUM|BOOL)/i.test(type) &&
  !isId(name) &&
  !/(name|email|title|description|note)/i.test(name);
const isDate = ({ type }: Column) => /^(DATE|TIMESTAMP)/i.test(type);

export function readable(name: string): string {
  return name.replaceAll("_", " ");
}
