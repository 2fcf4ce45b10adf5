import { fit, saidValue, tellingWords } from "@/lib/model/demo/match-phrase";
import type { Aggregate, Condition, Measure, Metric } from "@/lib/model/demo/metric";
import { type Column, columnsWith, roleOf, type Table } from "@/lib/model/demo/table";
import { alike, wordsOf } from "@/lib/model/demo/words";

export type Scored<T> = { found: T; score: number };

const aggregateWords: Record<string, Aggregate> = {
  average: "avg",
  avg: "avg",
  mean: "avg",
  median: "median",
  typical: "median",
  sum: "sum",
  total: "sum",
  highest: "max",
  max: "max",
  maximum: "max",
  lowest: "min",
  min: "min",
  minimum: "min",
};
const countWords = new Set(["count", "counts", "number", "many", "amount"]);
const shareWords = new Set(["rate", "rates", "share", "percent", "percentage", "%", "ratio", "proportion"]);

/** Whether a number is better averaged than added up. */
const averaged =
  /(rating|score|csat|nps|satisfaction|happiness|age|price|percent|pct|rate|ratio|discount|temperature|minutes|hours|seconds|duration|latency|days|grade|stars|experience|salary|weight|height|response)/i;

/** Everything in the tables that the words may mean, with how well it fits, best first. */
export function findMetrics(said: readonly string[], tables: readonly Table[]): Scored<Metric>[] {
  const aggregate = said.map((word) => aggregateWords[word]).find((word) => word !== undefined);
  const wantsCount = said.some((word) => countWords.has(word)) && !said.includes("total");
  const wantsShare = said.some((word) => shareWords.has(word));
  const subject = said.filter(
    (word) => !(word in aggregateWords) && !shareWords.has(word) && word !== "count",
  );
  const found = tables.flatMap((table) => [
    ...numbersOf(table, subject, aggregate, wantsCount),
    ...rowsOf(table, subject, wantsCount, aggregate),
    ...conditionsOf(table, subject, wantsShare, wantsCount),
  ]);
  return found.filter((one) => one.score > 0.45).toSorted((a, b) => b.score - a.score);
}

/** Numeric columns by their name. */
function numbersOf(
  table: Table,
  subject: readonly string[],
  wanted: Aggregate | undefined,
  wantsCount: boolean,
): Scored<Metric>[] {
  return columnsWith(table, "number").map((column) => {
    const inTable = Math.max(0, ...tellingWords(subject).map((word) => best(word, wordsOf(table.name))));
    const score = Math.max(fit(subject, column.name), fit(subject, `${table.name} ${column.name}`) - 0.05);
    const aggregate = wanted ?? (averaged.test(column.name) ? "avg" : "sum");
    const bonus = 0.02 * inTable - (wantsCount && !isMoney(column) ? 0.1 : 0);
    return {
      found: {
        table,
        measure: { kind: "aggregate", aggregate, column },
        label: labelFor(aggregate, column, subject),
      },
      score: score === 0 ? 0 : score + bonus,
    };
  });
}

/** The table itself: how many rows. */
function rowsOf(
  table: Table,
  subject: readonly string[],
  wantsCount: boolean,
  wanted: Aggregate | undefined,
): Scored<Metric>[] {
  const score = fit(subject, table.name);
  if (score === 0 || (wanted !== undefined && wanted !== "sum")) return [];
  const label = wordsOf(table.name).join(" ");
  return [
    {
      found: { table, measure: { kind: "count", where: undefined }, label },
      score: score + (wantsCount ? 0.1 : -0.02),
    },
  ];
}

/** Rows with a value, a flag or a date that was named: "refunded orders", "churn". */
function conditionsOf(
  table: Table,
  subject: readonly string[],
  wantsShare: boolean,
  wantsCount: boolean,
): Scored<Metric>[] {
  return table.columns.flatMap((column): Scored<Metric>[] => {
    const heard = conditionOn(column, subject);
    if (!heard) return [];
    const rate = wantsShare || (!wantsCount && isLeaving(subject));
    const measure: Measure = rate
      ? { kind: "share", of: heard.condition }
      : { kind: "count", where: heard.condition };
    const words = rate ? [...tellingWords(subject), "rate"] : tellingWords(subject);
    const about = Math.max(0, ...tellingWords(subject).map((word) => best(word, wordsOf(table.name))));
    return [
      {
        found: { table, measure, label: words.join(" ") },
        score: heard.score + 0.1 * about,
      },
    ];
  });
}

function conditionOn(
  column: Column,
  subject: readonly string[],
): { condition: Condition; score: number } | undefined {
  const role = roleOf(column);
  const named = fit(subject, column.name);
  if (role === "text") {
    const value = saidValue(subject, column.samples);
    if (value !== undefined) return { condition: { column, is: { value } }, score: 0.9 };
  }
  if (named === 0) return undefined;
  if (role === "flag") return { condition: { column, is: "true" }, score: named + 0.02 };
  const happening = role === "date" && isLeaving(subject);
  return happening ? { condition: { column, is: "filled" }, score: named - 0.1 } : undefined;
}

const isLeaving = (subject: readonly string[]): boolean =>
  subject.some((word) => alike(word, "churn") >= 0.7);
const best = (word: string, among: readonly string[]) =>
  Math.max(0, ...among.map((other) => alike(word, other)));
const isMoney = (column: Column) =>
  /(amount|revenue|price|mrr|arr|sales|cost|total|income|spend)/i.test(column.name);

function labelFor(aggregate: Aggregate, column: Column, subject: readonly string[]): string {
  const said = tellingWords(subject);
  const name = wordsOf(column.name);
  // A person's own word for it ("revenue" for `mrr`) reads better than the column's.
  const own = said.length === 1 && said[0] !== undefined && best(said[0], name) < 0.75 ? said : name;
  const words = own.join(" ");
  const prefix = { sum: "", avg: "average ", min: "lowest ", max: "highest ", median: "median " }[aggregate];
  return words.startsWith(prefix.trim()) && prefix !== "" ? words : `${prefix}${words}`;
}
