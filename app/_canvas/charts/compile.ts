import { compileBars } from "@/app/_canvas/charts/compile-bars";
import { compileFunnel } from "@/app/_canvas/charts/compile-funnel";
import { compileHeatmap } from "@/app/_canvas/charts/compile-heatmap";
import { compileLines } from "@/app/_canvas/charts/compile-lines";
import { compilePie } from "@/app/_canvas/charts/compile-pie";
import { compileScatter } from "@/app/_canvas/charts/compile-scatter";
import type { Compiled, Drawing } from "@/app/_canvas/charts/compiled";
import type { WidgetKind, WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** Kinds drawn by the chart library; the others are plain elements of the page. */
export type Chart = {
  [K in Exclude<WidgetKind, "number" | "table" | "pivot" | "text">]: { kind: K; spec: WidgetSpec<K> };
}[Exclude<WidgetKind, "number" | "table" | "pivot" | "text">];

/** A widget's spec and rows as chart options (D8). Throws MissingColumn when the spec names one the rows don't have. */
export function compile(chart: Chart, rows: Rows, drawing: Drawing): Compiled {
  switch (chart.kind) {
    case "line":
      return compileLines(chart.spec, rows, drawing, false);
    case "area":
      return compileLines(chart.spec, rows, drawing, true);
    case "bar":
      return compileBars(chart.spec, rows, drawing);
    case "pie":
      return compilePie(chart.spec, rows, drawing);
    case "scatter":
      return compileScatter(chart.spec, rows, drawing);
    case "heatmap":
      return compileHeatmap(chart.spec, rows, drawing);
    case "funnel":
      return compileFunnel(chart.spec, rows, drawing);
    default:
      return chart satisfies never;
  }
}
