import type { EChartsOption } from "echarts";
import type { Person } from "@/app/_canvas/charts/format";
import type { ChartTheme } from "@/app/_canvas/charts/theme";

/** What a chart is drawn for: whose habits, which colours, how much room (CSS pixels). */
export type Drawing = { theme: ChartTheme; person: Person; width: number; height: number };

export type Compiled = {
  option: EChartsOption;
  /** What a reader should know about how rows became this picture. */
  notes: string[];
};

/** A column's name as a person would write it: `churn_rate` is “Churn rate”. */
export function columnLabel(name: string): string {
  const words = name.replace(/_+/g, " ").trim();
  return words ? words[0]?.toUpperCase() + words.slice(1) : name;
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}
