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
import type { WidgetKind } from "@/lib/dashboards/schema";

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
