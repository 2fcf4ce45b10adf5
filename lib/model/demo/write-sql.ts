import type { Aggregate, Condition, Dimension, Metric, Restriction } from "@/lib/model/demo/metric";
import { periodSql } from "@/lib/model/demo/period";
import type { Column, Table } from "@/lib/model/demo/table";
import { stem, wordsOf } from "@/lib/model/demo/words";

/** A query's text, with the names of its columns. Each clause has a line of its own, so that a filter can be put in. */
export type WrittenSql = { sql: string; value: string; dimensions: string[] };

export type SqlOptions = { order: "value" | "dimension"; limit?: number; ascending?: boolean };

/** One line per group, rounded, without empty groups: by value, or along the first dimension. */
export function writeSql(metric: Metric, dimensions: readonly Dimension[], options: SqlOptions): WrittenSql {
  const value = nameFor(metric.label);
  const names = dimensions.map((dimension) => nameFor(dimension.label, value));
  const selected = [
    ...dimensions.map((dimension, index) => `${expressionOf(dimension)} as ${names[index]}`),
    `${measureSql(metric, isJoined(metric, dimensions))} as ${value}`,
  ];
  const groups = dimensions.map((_, index) => index + 1).join(", ");
  const direction = options.ascending ? "asc nulls last" : "desc nulls last";
  const order = options.order === "value" ? `${dimensions.length + 1} ${direction}` : groups;
  const conditions = [
    ...dimensions.map((dimension) => `${columnSql(dimension)} is not null`),
    ...(metric.only ?? []).map((restriction) => restrictionSql(restriction, metric.table)),
  ];
  const lines = [
    `select ${selected.join(",\n  ")}`,
    `from ${tableSql(metric, dimensions)}`,
    ...(conditions.length > 0 ? [`where ${conditions.join(" and ")}`] : []),
    ...(dimensions.length > 0 ? [`group by ${groups}`, `order by ${order}`] : []),
    ...(options.limit && dimensions.length > 0 ? [`limit ${options.limit}`] : []),
  ];
  return { sql: lines.join("\n"), value, dimensions: names };
}

const isJoined = ({ only = [] }: Metric, dimensions: readonly Dimension[]): boolean =>
  dimensions.some((one) => one.via) || only.some((one) => one.kind === "among" && one.dimension.via);

function restrictionSql(restriction: Restriction, table: Table): string {
  if (restriction.kind === "among")
    return `${columnSql(restriction.dimension)} in (${restriction.values.map(literal).join(", ")})`;
  return periodSql(restriction.period, identifier(table.name), identifier(restriction.column.name));
}

function tableSql(metric: Metric, dimensions: readonly Dimension[]): string {
  const named = (metric.only ?? []).flatMap((one) => (one.kind === "among" ? [one.dimension] : []));
  const joined = new Map(
    [...dimensions, ...named].flatMap((dimension) =>
      dimension.via ? [[dimension.table.name, dimension.via] as const] : [],
    ),
  );
  const joins = [...joined].map(
    ([table, key]) => ` left join ${identifier(table)} using (${identifier(key)})`,
  );
  return identifier(metric.table.name) + joins.join("");
}

function expressionOf(dimension: Dimension): string {
  const column = columnSql(dimension);
  return dimension.grain ? `cast(date_trunc('${dimension.grain}', ${column}) as date)` : column;
}

export function columnSql(dimension: Dimension): string {
  return `${identifier(dimension.table.name)}.${identifier(dimension.column.name)}`;
}

/** In its database's own words: PostgreSQL rounds only numerics, has no median(), and divides counts to whole numbers. */
export function measureSql({ measure, table }: Metric, joined = false): string {
  const name = (column: Column) => (joined ? `${identifier(table.name)}.` : "") + identifier(column.name);
  const postgres = table.dialect === "postgres";
  const filter = (conditions: readonly Condition[]) =>
    conditions.length === 0
      ? ""
      : ` filter (where ${conditions.map((condition) => conditionSql(condition, name)).join(" and ")})`;
  switch (measure.kind) {
    case "aggregate":
      return postgres
        ? `round((${postgresAggregate(measure.aggregate, name(measure.column))}${filter(measure.where)})::numeric, 2)`
        : `round(${measure.aggregate}(${name(measure.column)})${filter(measure.where)}, 2)`;
    case "count":
      return `count(*)${filter(measure.where)}`;
    case "share":
      return `round(${postgres ? "1.0 * " : ""}count(*)${filter(measure.of)} / nullif(count(*), 0), 4)`;
    case "named":
      return `(${measure.sql})`;
    default:
      return measure satisfies never;
  }
}

function postgresAggregate(aggregate: Aggregate, column: string): string {
  return aggregate === "median"
    ? `percentile_cont(0.5) within group (order by ${column})`
    : `${aggregate}(${column})`;
}

function conditionSql(condition: Condition, name: (column: Column) => string): string {
  const column = name(condition.column);
  if (condition.is === "true") return column;
  if (condition.is === "filled") return `${column} is not null`;
  return `${column} = ${literal(condition.is.value)}`;
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Quoted where SQL would read it otherwise. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A column name of the result, from words. */
function nameFor(label: string, taken?: string): string {
  const name = wordsOf(label.replaceAll("%", " percent ")).join("_").replace(/^(\d)/, "n_$1") || "value";
  const free = reserved.has(name) || name === taken ? `${name}_value` : name;
  return /^[a-z0-9_]+$/.test(free) ? free : `column_${stem(taken ?? "value")}`;
}

const reserved = new Set(
  "all and any array as asc between both by case cast check collate column constraint create cross current_date default desc distinct do else end except exists false fetch filter for foreign from full grant group having in inner intersect into is join lateral leading left like limit natural not null offset on only or order outer over partition pivot primary qualify references returning right select set similar some summarize table then to trailing true union unique unpivot user using values view when where window with".split(
    " ",
  ),
);
