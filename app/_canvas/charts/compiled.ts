import type { EChartsOption } from "echarts";
import type { ChartTheme } from "@/app/_canvas/charts/theme";
import type { Person } from "@/app/_ui/use-person";
import type { Cell } from "@/lib/sources/schema";

/** What a chart is drawn for: whose habits, which colours, how much room (CSS pixels). */
export type Drawing = { theme: ChartTheme; person: Person; width: number; height: number };

/**
 * One bar, point, slice or cell: what it says, and which rows of the result are in it. “Other” holds those whose cells are
 * none of `except`.
 */
export type Mark = {
  label: string;
  value: string;
  where: { column: string; cell: Cell }[];
  except?: { column: string; cells: Cell[] }[];
};

export type Compiled = {
  /** Null where nothing is drawn. */
  markAt: (seriesIndex: number, dataIndex: number) => Mark | null;
  /** How many marks each series has. */
  sizes: number[];
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
