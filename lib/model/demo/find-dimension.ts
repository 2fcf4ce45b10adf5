import { nameFit } from "@/lib/model/demo/match-phrase";
import type { Dimension, Scored } from "@/lib/model/demo/metric";
import type { Grain } from "@/lib/model/demo/period";
import { type Column, isProse, roleOf, type Table, timeColumnOf } from "@/lib/model/demo/table";
import { isTypo, stem, wordsOf } from "@/lib/model/demo/words";

const grains: Record<string, Grain> = {
  day: "day",
  daily: "day",
  date: "month",
  week: "week",
  weekly: "week",
  month: "month",
  monthly: "month",
  time: "month",
  trend: "month",
  quarter: "quarter",
  quarterly: "quarter",
  year: "year",
  yearly: "year",
  annual: "year",
  annually: "year",
};

/** The grain a phrase names, if it names one: "by month", "weekly", "over time". */
export function grainOf(said: readonly string[]): Grain | undefined {
  for (const word of said) {
    const known = Object.keys(grains).find(
      (grain) => grain === stem(word) || (word.length > 4 && isTypo(word, grain)),
    );
    if (known) return grains[known];
  }
  return undefined;
}

/** What a phrase may mean as a split of this table, best first: its own columns, or those one key away. */
export function findDimensions(
  said: readonly string[],
  table: Table,
  tables: readonly Table[],
): Scored<Dimension>[] {
  const own = dimensionsIn(said, table, undefined);
  const joined = tables.flatMap((other) => {
    const key = other === table ? undefined : keyBetween(table, other);
    return key ? dimensionsIn(said, other, key) : [];
  });
  const away = joined.map(({ found, score }) => ({ found, score: score - 0.08 }));
  return [...own, ...away, ...timeIn(said, table)]
    .filter((one) => one.score > 0.45)
    .toSorted((a, b) => b.score - a.score);
}

/** A dimension of this column, with the words for it. */
export function dimensionOf(table: Table, column: Column, via?: string, grain?: Grain): Dimension {
  const isDate = roleOf(column) === "date";
  const by = isDate ? (grain ?? "month") : undefined;
  return { table, column, via, grain: by, label: by ?? wordsOf(column.name).join(" ") };
}

/** Splits worth seeing when none was asked for: short lists of values, the most telling names first. */
export function usualDimensions(table: Table, tables: readonly Table[]): Dimension[] {
  const own = groupable(table).map((column) => dimensionOf(table, column));
  const joined = tables.flatMap((other) => {
    const key = other === table ? undefined : keyBetween(table, other);
    return key ? groupable(other).map((column) => dimensionOf(other, column, key)) : [];
  });
  const all = [...own, ...joined].toSorted((a, b) => tellingRank(a.column) - tellingRank(b.column));
  return all.filter((dimension, index) => all.findIndex((one) => one.label === dimension.label) === index);
}

/** The table's time, when it has one. */
export function timeOf(table: Table, grain?: Grain): Dimension | undefined {
  const column = timeColumnOf(table);
  return column && dimensionOf(table, column, undefined, grain);
}

function dimensionsIn(said: readonly string[], table: Table, via: string | undefined): Scored<Dimension>[] {
  return table.columns
    .filter((column) => column.name !== via)
    .map((column) => {
      const isId = roleOf(column) === "id";
      const score = Math.max(nameFit(said, column.name), named(said, table, column));
      return { found: dimensionOf(table, column, via, grainOf(said)), score: score - (isId ? 0.3 : 0) };
    });
}

/** "by customer" means the customers' name where there is one. */
function named(said: readonly string[], table: Table, column: Column): number {
  return /^(name|title|full_?name|company)$/i.test(column.name) ? nameFit(said, table.name) - 0.05 : 0;
}

function timeIn(said: readonly string[], table: Table): Scored<Dimension>[] {
  const grain = grainOf(said);
  const dimension = grain && timeOf(table, grain);
  return dimension ? [{ found: dimension, score: 0.95 }] : [];
}

/** The one key by which each row of `table` finds at most one row of `other`: `account_id`, and `other` is accounts. */
export function keyBetween(table: Table, other: Table): string | undefined {
  const shared = table.columns.filter((column) => other.columns.some((one) => one.name === column.name));
  const key = shared.find((column) => {
    const [first] = wordsOf(column.name);
    const ownKey = other.columns[0]?.name === column.name;
    return (
      roleOf(column) === "id" &&
      ownKey &&
      first !== undefined &&
      wordsOf(other.name).some((word) => stem(word) === first)
    );
  });
  return key?.name;
}

const groupable = (table: Table): Column[] =>
  table.columns.filter((column) => {
    const role = roleOf(column);
    return (role === "text" && !isProse(column)) || role === "flag";
  });

const telling = [
  "region",
  "plan",
  "category",
  "type",
  "product",
  "status",
  "segment",
  "channel",
  "country",
  "team",
  "priority",
  "severity",
];

function tellingRank(column: Column): number {
  const rank = telling.findIndex((name) => nameFit([name], column.name) > 0.7);
  return rank < 0 ? telling.length : rank;
}
