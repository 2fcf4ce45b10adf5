import {
  AlignLeft,
  ChartArea,
  ChartBar,
  ChartLine,
  ChartPie,
  ChartScatter,
  Filter,
  Grid3x3,
  Hash,
  type LucideIcon,
  Sheet,
  Table2,
} from "lucide-react";
import { columnKind, isNumeric, isTemporal } from "@/app/_canvas/charts/cell";
import type { WidgetKind } from "@/lib/dashboards/schema";
import type { Column } from "@/lib/sources/schema";

export const kindNames: Record<WidgetKind, string> = {
  number: "Number",
  line: "Line",
  area: "Area",
  bar: "Bars",
  pie: "Pie",
  scatter: "Scatter",
  heatmap: "Heatmap",
  funnel: "Funnel",
  table: "Table",
  pivot: "Pivot table",
  text: "Text",
};

export const kindIcons: Record<WidgetKind, LucideIcon> = {
  number: Hash,
  line: ChartLine,
  area: ChartArea,
  bar: ChartBar,
  pie: ChartPie,
  scatter: ChartScatter,
  heatmap: Grid3x3,
  funnel: Filter,
  table: Table2,
  pivot: Sheet,
  text: AlignLeft,
};

const numbering = /(^|_)(id|key|year|quarter|month|week|day|hour)$/i;

/** What a query's rows are best drawn as, by its columns: a beginning that the person changes (D8). */
export function kindOf(columns: readonly Column[]): WidgetKind {
  const kinds = columns.map(({ name, type }) => ({ name, kind: columnKind(type) }));
  const measures = kinds.filter(({ name, kind }) => isNumeric(kind) && !numbering.test(name));
  const periods = kinds.filter(
    ({ name, kind }) => isTemporal(kind) || (isNumeric(kind) && /(^|_)year$/i.test(name)),
  );
  const others = columns.length - measures.length - periods.length;
  if (measures.length === 0 || columns.length > 6 || others > 2) return "table";
  if (periods.length > 0) return others > 1 ? "table" : "line";
  return others === 0 ? "number" : "bar";
}
