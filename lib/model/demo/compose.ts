import type { WidgetKind } from "@/lib/dashboards/schema";
import { timeOf, usualDimensions } from "@/lib/model/demo/find-dimension";
import { type Dimension, isShare, type Metric } from "@/lib/model/demo/metric";
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

/** A whole dashboard about a measure: the number, each split, and how it went over time. */
export function composeDashboard(
  { metric, dimensions }: Resolved,
  tables: readonly Table[],
  top?: number,
): Sketch[] {
  const asked = dimensions.filter((dimension) => !dimension.grain);
  const time = dimensions.find((dimension) => dimension.grain) ?? timeOf(metric.table);
  const splits = asked.length > 0 ? asked : usualDimensions(metric.table, tables).slice(0, 2);
  const series = asked[0] && fewValues(asked[0]) ? asked[0] : undefined;
  return [
    sketch(metric, [], "number"),
    ...splits.map((split) => sketch(metric, [split], "bar", top)),
    ...(time ? [sketch(metric, series ? [time, series] : [time], "line")] : []),
    ...(asked.length > 1 && asked[0] && asked[1] ? [sketch(metric, [asked[0], asked[1]], "heatmap")] : []),
  ];
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
  if (isShare(metric)) return { format: "percent" };
  return metric.measure.kind === "count" ? { format: "integer" } : {};
}

export function titleOf(metric: Metric, dimensions: readonly Dimension[], top?: number): string {
  const by = dimensions.map((dimension) => dimension.label).join(" and ");
  const label = `${top && dimensions.length > 0 ? `top ${top} ` : ""}${metric.label}${by ? ` by ${by}` : ""}`;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const fewValues = (dimension: Dimension): boolean => (dimension.column.distinct ?? 99) <= 6;
const manyValues = (dimension: Dimension | undefined): boolean => (dimension?.column.distinct ?? 0) > 6;
