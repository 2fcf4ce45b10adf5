import type { WidgetKind } from "@/lib/dashboards/schema";
import { timeOf, usualDimensions } from "@/lib/model/demo/find-dimension";
import { type Dimension, isShare, type Metric } from "@/lib/model/demo/metric";
import type { Grain } from "@/lib/model/demo/period";
import type { Resolved } from "@/lib/model/demo/resolve";
import type { Table } from "@/lib/model/demo/table";
import { type WrittenSql, writeSql } from "@/lib/model/demo/write-sql";
import type { JsonObject } from "@/lib/shared/json";

/** A widget to be: the query it draws from, and how. */
export type Sketch = {
  title: string;
  written: WrittenSql;
  sourceId: string | undefined;
  kind: WidgetKind;
  spec: JsonObject;
};

/** A whole dashboard about a measure: the number, what was asked for, other splits, and how it went over time. */
export function composeDashboard(
  { metric, dimensions }: Resolved,
  tables: readonly Table[],
  top?: number,
): Sketch[] {
  const asked = dimensions.filter((dimension) => !dimension.grain);
  const askedTime = dimensions.find((dimension) => dimension.grain);
  const time = askedTime ?? timeOf(metric.table, grainWithin(metric));
  const splits = asked.length > 0 ? asked : usualDimensions(metric.table, tables).slice(0, 2);
  const series = asked[0] && fewValues(asked[0]) && !top ? asked[0] : undefined;
  const number = comparisonOf(metric) ? [] : [sketch(metric, [], "number")];
  const compared = splits.filter((split) => split.column.name === comparisonOf(metric));
  const bars = splits.map((split) =>
    sketch(metric, compared.includes(split) ? [split] : [split, ...compared], "bar", top),
  );
  const line = time ? [sketch(metric, series ? [time, series] : [time], "line")] : [];
  const [first, second] = asked;
  return [
    ...number,
    ...(askedTime && asked.length === 0 ? [...line, ...bars] : [...bars, ...line]),
    ...(first && second && !comparisonOf(metric) ? [sketch(metric, [first, second], "heatmap")] : []),
  ];
}

/** The column of which two values or more stand side by side. */
const comparisonOf = ({ only = [] }: Metric): string | undefined =>
  only.flatMap((one) =>
    one.kind === "among" && one.values.length > 1 ? [one.dimension.column.name] : [],
  )[0];

/** Days within a month or less, weeks within a quarter; months otherwise. */
function grainWithin({ only = [] }: Metric): Grain {
  const period = only.find((one) => one.kind === "period")?.period;
  if (!period || "from" in period) return "month";
  const { grain, count } = period;
  if (grain === "year" || (grain === "quarter" && count > 1) || (grain === "month" && count > 3))
    return "month";
  return grain === "day" || grain === "week" || (grain === "month" && count === 1) ? "day" : "week";
}

/** One widget, as the words ask: a line over time, a bar otherwise, or the kind that was named. */
export function composeWidget({ metric, dimensions }: Resolved, kind?: WidgetKind, top?: number): Sketch {
  const [first, second] = dimensions;
  const usual = !first ? "number" : first.grain ? "line" : second && !second.grain ? "bar" : "bar";
  const ordered = second?.grain && first && !first.grain ? [second, first] : dimensions;
  const chosen = kind && suits(kind, ordered) ? kind : second?.grain ? "line" : usual;
  return sketch(metric, ordered.slice(0, 2), chosen, top);
}

function suits(kind: WidgetKind, dimensions: readonly Dimension[]): boolean {
  if (kind === "text" || kind === "scatter" || kind === "pivot") return false;
  if (kind === "number") return dimensions.length === 0;
  if (kind === "heatmap") return dimensions.length === 2;
  return kind === "table" || dimensions.length > 0;
}

export function sketch(
  metric: Metric,
  dimensions: readonly Dimension[],
  kind: WidgetKind,
  top?: number,
): Sketch {
  const order = dimensions[0]?.grain || kind === "heatmap" ? "dimension" : "value";
  const limit = order === "value" ? (top ?? (kind === "table" ? 100 : 12)) : undefined;
  const written = writeSql(metric, dimensions, { order, ...(limit && dimensions.length === 1 && { limit }) });
  return {
    title: titleOf(metric, dimensions, top),
    written,
    sourceId: metric.table.sourceId,
    kind,
    spec: { ...specFor(kind, written, dimensions), ...formatFor(metric, kind) },
  };
}

/** What a widget of this kind draws from these columns. */
export function specFor(
  kind: WidgetKind,
  { value, dimensions }: WrittenSql,
  split: readonly Dimension[] = [],
): JsonObject {
  const [x, series] = dimensions;
  switch (kind) {
    case "number":
      return { value };
    case "line":
    case "area":
      return { x: x ?? value, y: [value], ...(series && { series }) };
    case "bar":
      return {
        x: x ?? value,
        y: [value],
        ...(series && { series }),
        ...(manyValues(split[0]) && { horizontal: true }),
      };
    case "pie":
      return { label: x ?? value, value };
    case "funnel":
      return { stage: x ?? value, value };
    case "heatmap":
      return { x: x ?? value, y: series ?? x ?? value, value };
    default:
      return {};
  }
}

/** How numbers are shown, where the kind has one format. */
function formatFor(metric: Metric, kind: WidgetKind): JsonObject {
  if (kind === "table" || kind === "scatter") return {};
  if (metric.measure.kind === "named") return { format: metric.measure.format };
  if (isShare(metric)) return { format: "percent" };
  return metric.measure.kind === "count" ? { format: "integer" } : {};
}

/** "Top 5 products by revenue", "Revenue of APAC and EMEA by month, last year". */
export function titleOf(metric: Metric, dimensions: readonly Dimension[], top?: number): string {
  const { label, only = [] } = metric;
  const among = only.find((one) => one.kind === "among");
  const period = only.find((one) => one.kind === "period")?.period;
  const [first] = dimensions;
  const by = dimensions
    .filter((dimension) => dimension.column.name !== among?.dimension.column.name)
    .map((dimension) => dimension.label);
  const title =
    top && first && dimensions.length === 1 && !first.grain
      ? `top ${top} ${plural(first.label)} by ${label}`
      : `${label}${among ? ` of ${among.values.join(" and ")}` : ""}${by.length > 0 ? ` by ${by.join(" and ")}` : ""}`;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${period ? `${/^(?:in|since) /.test(period.label) ? "" : ","} ${period.label}` : ""}`;
}

const plural = (word: string): string =>
  /s$/.test(word) ? word : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;

const fewValues = (dimension: Dimension): boolean => (dimension.column.distinct ?? 99) <= 6;
const manyValues = (dimension: Dimension | undefined): boolean => (dimension?.column.distinct ?? 0) > 6;
