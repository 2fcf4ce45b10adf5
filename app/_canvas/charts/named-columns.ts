import type { Widget } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

type Drawn = Exclude<Widget, { kind: "text" }>;

/** The columns a widget's spec names. */
export function namedColumns(widget: Drawn): string[] {
  return namesIn(widget).filter((name) => name !== undefined);
}

function namesIn({ kind, spec }: Drawn): (string | undefined)[] {
  switch (kind) {
    case "number":
      return [spec.value, spec.compare, spec.sparkline?.x, spec.sparkline?.y];
    case "line":
    case "area":
    case "bar":
      return [spec.x, ...spec.y, spec.series, ...Object.keys(spec.formats ?? {})];
    case "pie":
      return [spec.label, spec.value];
    case "scatter":
      return [spec.x, spec.y, spec.size, spec.series];
    case "heatmap":
      return [spec.x, spec.y, spec.value];
    case "funnel":
      return [spec.stage, spec.value];
    case "table":
      return (spec.columns ?? []).map(({ column }) => column);
    case "pivot":
      return [...spec.rows, ...spec.columns, spec.value];
    default:
      return kind satisfies never;
  }
}

/** What a person is told when a query lost a column that its widget draws; null when all are there. */
export function missingColumn(widget: Drawn, { columns }: Rows): string | null {
  const names = new Set(columns.map(({ name }) => name));
  const missing = [...new Set(namedColumns(widget))].filter((name) => !names.has(name));
  if (missing.length === 0) return null;
  const quoted = (all: Iterable<string>) => Array.from(all, (name) => `“${name}”`).join(", ");
  return `The query has no column ${quoted(missing)}. It has ${quoted(names) || "no columns"}.`;
}
