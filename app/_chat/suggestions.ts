import type { Column, Source, SourceTable } from "@/lib/sources/schema";

/** Questions to begin with, made of what the tables really hold (C12). */
export function suggestionsFor(sources: readonly Source[], limit = 4): string[] {
  const tables = sources.flatMap((source) => source.tables).filter(({ rowCount }) => rowCount > 0);
  if (tables.length === 0) return [];
  const subjects = tables.flatMap(subjectOf).sort((a, b) => b.weight - a.weight);
  const [first, second] = subjects;
  const questions = [
    first && `Build a dashboard about ${first.measure} by ${first.dimension}`,
    first?.dated && `How did ${first.measure} develop by month?`,
    second && `Compare ${second.measure} by ${second.dimension}`,
  ];
  const texts = ["What data is there?", ...questions].filter((text) => text !== undefined && text !== false);
  return [...new Set(texts)].slice(0, limit);
}

export type Asked = {
  board: boolean;
  /** Of the queries that there are. */
  titles: readonly string[];
  /** What the person has said, the newest last. */
  said: readonly string[];
};

/**
 * Questions that go on from what is on the canvas: what the tables hold and no query asks yet, how it went over time, what
 * to narrow it by (C12). Never what was said before, and others with each turn.
 */
export function followUpsFor(
  sources: readonly Source[],
  { board, titles, said }: Asked,
  limit = 3,
): string[] {
  const tables = sources.flatMap((source) => source.tables).filter(({ rowCount }) => rowCount > 0);
  const subjects = tables.flatMap((table) => subjectsOf(table)).sort((a, b) => b.weight - a.weight);
  const shown = titles.map((title) => title.toLowerCase());
  const has = (...words: string[]) => shown.some((title) => words.every((word) => title.includes(word)));
  const fresh = subjects.filter(({ measure, dimension }) => !has(measure, dimension));
  const first = fresh[0];
  const second = fresh.find(({ measure }) => measure !== first?.measure) ?? fresh[1];
  // What is on the canvas, where one knows a table that has it.
  const about = subjects.find(({ measure }) => has(measure));
  const drawnOverTime =
    about &&
    shown.some(
      (title) => title.includes(about.measure) && /by (?:day|week|month|quarter|year|time)/.test(title),
    );
  const timeless = about?.dated && !drawnOverTime ? about : undefined;
  const narrowing = about && subjects.find((each) => each.measure === about.measure && !has(each.dimension));
  const by = ({ measure, dimension }: Subject) => `${measure} by ${dimension}`;
  const texts = board
    ? [
        first && `Add ${by(first)} to it`,
        timeless && `Add ${timeless.measure} by month to it`,
        about && `Filter it by ${(narrowing ?? about).dimension}`,
        second && `Add ${by(second)} to it`,
        first && `Build another dashboard about ${by(first)}`,
      ]
    : [
        first && `Build a dashboard about ${by(first)}`,
        first?.dated && `How did ${first.measure} develop by month?`,
        second && `Compare ${by(second)}`,
      ];
  const before = new Set(said.map((text) => text.trim().toLowerCase()));
  const open = [...new Set(texts.filter((text) => typeof text === "string"))].filter(
    (text) => !before.has(text.toLowerCase()),
  );
  const from = open.length > limit ? said.length % open.length : 0;
  return [...open.slice(from), ...open.slice(0, from)].slice(0, limit);
}

/** What one can ask of a table. */
type Subject = { measure: string; dimension: string; dated: boolean; weight: number };

/** One per dimension, the table's first measure by each. */
function subjectsOf(table: SourceTable): Subject[] {
  const [subject] = subjectOf(table);
  if (!subject) return [];
  const dimensions = table.columns.filter(isDimension);
  return dimensions.map(({ name }, index) => ({
    ...subject,
    dimension: readable(name),
    weight: subject.weight - index,
  }));
}

function subjectOf({ columns, rowCount }: SourceTable): Subject[] {
  const measures = columns.filter(isMeasure);
  const measure = measures.find(({ name }) => money.test(name)) ?? measures[0];
  const dimension = columns.find(isDimension);
  if (!measure || !dimension) return [];
  // People ask about money first, then about what there is most of.
  const worth = /revenue|sales/i.test(measure.name) ? 20 : money.test(measure.name) ? 10 : 0;
  const weight = worth + Math.log10(rowCount);
  return [
    {
      measure: readable(measure.name),
      dimension: readable(dimension.name),
      dated: columns.some(isDate),
      weight,
    },
  ];
}

const money = /(revenue|amount|sales|mrr|arr|price|total|turnover|profit|cost|spend|fee)/i;
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
