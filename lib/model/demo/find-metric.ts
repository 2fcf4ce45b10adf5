import { findConditions } from "@/lib/model/demo/find-conditions";
import { dimensionOf } from "@/lib/model/demo/find-dimension";
import { nameFit, tellingWords } from "@/lib/model/demo/match-phrase";
import type { Aggregate, Condition, Measure, Metric, Restriction, Scored } from "@/lib/model/demo/metric";
import {
  type Column,
  columnsWith,
  plainName,
  roleOf,
  type Table,
  timeColumnOf,
} from "@/lib/model/demo/table";
import { alike, wordsOf } from "@/lib/model/demo/words";

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
const countWords = new Set(["count", "counts", "number", "many"]);
const shareWords = new Set(["rate", "rates", "share", "percent", "percentage", "%", "ratio", "proportion"]);

/** Whether a number is better averaged than added up. */
const averaged =
  /(rating|score|csat|nps|satisfaction|happiness|age|price|percent|pct|rate|ratio|discount|temperature|minutes|hours|seconds|duration|latency|days|grade|stars|experience|salary|weight|height|response)/i;

/** What was said, and how the tables are asked for it. */
type Said = { words: string[]; aggregate: Aggregate | undefined; wantsCount: boolean; wantsShare: boolean };
type InTable = Said & { table: Table; conditions: Condition[]; rest: string[] };

/** Everything in the tables that the words may mean, with how well it fits, best first. */
export function findMetrics(words: readonly string[], tables: readonly Table[]): Scored<Metric>[] {
  const subject = words.filter(
    (word) => !(word in aggregateWords) && !shareWords.has(word) && !countWords.has(word),
  );
  const said: Said = {
    words: subject.length > 0 ? subject : [...words],
    aggregate: words.map((word) => aggregateWords[word]).find((word) => word !== undefined),
    wantsCount: words.some((word) => countWords.has(word)) && !words.includes("total"),
    wantsShare: words.some((word) => shareWords.has(word)),
  };
  return tables
    .flatMap((table) => {
      const here: InTable = { ...said, table, ...findConditions(said.words, table) };
      return [...namedOf(words, table), ...numbersOf(here), ...rowsOf(here), ...flagsOf(here)];
    })
    .filter((one) => one.score > 0.45)
    .toSorted((a, b) => b.score - a.score);
}

/** What people have named is what is meant by that name, rather than anything that is guessed. */
function namedOf(words: readonly string[], table: Table): Scored<Metric>[] {
  return table.named.flatMap(({ name, sql, format }) => {
    const fit = nameFit(words, plainName(name));
    if (fit < 0.8) return [];
    return [{ found: { table, measure: { kind: "named", sql, format }, label: name }, score: fit + 0.3 }];
  });
}

/** Numeric columns by their name, over the rows that were named. */
function numbersOf({ table, conditions, rest, aggregate: wanted, wantsCount }: InTable): Scored<Metric>[] {
  const inTable = about(rest, table);
  return columnsWith(table, "number").map((column) => {
    const score = Math.max(nameFit(rest, column.name), nameFit(rest, `${table.name} ${column.name}`) - 0.05);
    const aggregate = wanted ?? (averaged.test(column.name) ? "avg" : "sum");
    const label = withValues(labelFor(aggregate, column, rest), conditions);
    const bonus = 0.02 * inTable + 0.05 * conditions.length - (wantsCount ? 0.3 : 0);
    const measure: Measure = { kind: "aggregate", aggregate, column, where: conditions };
    return { found: { table, measure, label }, score: score === 0 ? 0 : score + bonus };
  });
}

/** The table's rows, or those with the values that were named: "tickets", "critical bugs that are open", "churn". */
function rowsOf(said: InTable): Scored<Metric>[] {
  const { table, conditions, rest, aggregate, wantsCount } = said;
  const left = tellingWords(rest);
  const named = left.length === 0 ? 0.9 : nameFit(left, table.name);
  if (named === 0 || (left.length === 0 && conditions.length === 0)) return [];
  if (aggregate !== undefined && aggregate !== "sum") return [];
  const bonus = 0.05 * conditions.length + (conditions.length > 0 ? periodic(table) : 0);
  const score = named + bonus + (wantsCount ? 0.1 : -0.02);
  const share = shareOf(said);
  if (share) return [{ found: share, score }];
  const name = wordsOf(table.name).join(" ");
  const label =
    conditions.length > 0 && left.length === 0 ? valuesOf(conditions) : withValues(name, conditions);
  return [{ found: { table, measure: { kind: "count", where: conditions }, label }, score }];
}

/** How large a part of the rows has the values; of those who left, in a slice: "churn in LATAM" is of those in LATAM. */
function shareOf({ table, words, conditions, rest, wantsCount, wantsShare }: InTable): Metric | undefined {
  const leaving = isLeaving(words);
  if (conditions.length === 0 || !(wantsShare || (!wantsCount && leaving))) return undefined;
  const gone = conditions.filter(({ is }) => typeof is === "object" && isLeaving(wordsOf(is.value)));
  const of = leaving && gone.length > 0 ? gone : conditions;
  const only = conditions
    .filter((condition) => !of.includes(condition))
    .flatMap(({ column, is }): Restriction[] =>
      typeof is === "object"
        ? [{ kind: "among", dimension: dimensionOf(table, column), values: [is.value] }]
        : [],
    );
  const name = tellingWords(rest).length === 0 ? valuesOf(of) : withValues(wordsOf(table.name).join(" "), of);
  return { table, measure: { kind: "share", of }, label: `${name} rate`, ...(only.length > 0 && { only }) };
}

/** A column that says yes or no, or when somebody left. */
function flagsOf({ table, words, wantsShare, wantsCount }: InTable): Scored<Metric>[] {
  return table.columns.flatMap((column): Scored<Metric>[] => {
    const role = roleOf(column);
    const named = nameFit(words, column.name);
    if (named === 0 || (role !== "flag" && !(role === "date" && isLeaving(words)))) return [];
    const of: Condition[] = [{ column, is: role === "flag" ? "true" : "filled" }];
    const share = wantsShare || (!wantsCount && isLeaving(words));
    const measure: Measure = share ? { kind: "share", of } : { kind: "count", where: of };
    const name = isLeaving(words) ? "churn" : wordsOf(column.name).join(" ");
    const score = named + (role === "flag" ? 0.02 : -0.1) + 0.1 * about(words, table);
    return [{ found: { table, measure, label: share ? `${name} rate` : name }, score }];
  });
}

/** Rows per period count what happened in it; a flag on a list only says what became of each. */
const periodic = (table: Table): number => (periodOf(table) ? 0.05 : 0);

/** The span that each row of the table stands for: a share of its rows is a rate per month, say. */
export function periodOf(table: Table): string | undefined {
  return /^(?:month|week|day|date|period)$/i.exec(timeColumnOf(table)?.name ?? "")?.[0].toLowerCase();
}

export const isLeaving = (words: readonly string[]): boolean =>
  words.some((word) => alike(word, "churn") >= 0.7);

const best = (word: string, among: readonly string[]) =>
  Math.max(0, ...among.map((other) => alike(word, other)));
const about = (words: readonly string[], table: Table): number =>
  Math.max(0, ...tellingWords(words).map((word) => best(word, wordsOf(table.name))));

const valuesOf = (conditions: readonly Condition[]): string =>
  conditions
    .map((condition) => (typeof condition.is === "object" ? wordsOf(condition.is.value).join(" ") : ""))
    .join(" ");

const withValues = (name: string, conditions: readonly Condition[]): string =>
  conditions.length === 0 ? name : `${valuesOf(conditions)} ${name}`;

function labelFor(aggregate: Aggregate, column: Column, said: readonly string[]): string {
  const words = tellingWords(said);
  const name = wordsOf(column.name);
  const [only] = words;
  // A person's own word for it ("revenue" for `mrr`) reads better than the column's; a misspelt one doesn't.
  const own = words.length === 1 && only !== undefined && best(only, name) === 0.7 ? words : name;
  const prefix = { sum: "", avg: "average ", min: "lowest ", max: "highest ", median: "median " }[aggregate];
  // "Average c 2024 total" reads like nothing: such a name is written as it is.
  const cryptic = own === name && name.some((word) => word.length === 1 || /^\d+$/.test(word));
  if (cryptic) return prefix === "" ? column.name : `${prefix}of ${column.name}`;
  const text = own.join(" ");
  return prefix !== "" && text.startsWith(prefix.trim()) ? text : `${prefix}${text}`;
}
