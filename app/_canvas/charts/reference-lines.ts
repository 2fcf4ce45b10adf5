import type { ChartTheme } from "@/app/_canvas/charts/theme";
import type { WidgetSpec } from "@/lib/dashboards/schema";

type Lines = WidgetSpec<"line">["lines"];

/** Lines across the plot that values are read against, on the first series (D15). */
export function referenceLines(
  lines: Lines,
  {
    theme,
    horizontal = false,
    write,
  }: { theme: ChartTheme; horizontal?: boolean; write: (value: number) => string },
) {
  if (!lines?.length) return {};
  return {
    markLine: {
      silent: true,
      symbol: "none",
      animation: false,
      lineStyle: { color: theme.muted, type: "dashed" as const, width: 1.25 },
      data: lines.map(({ value, label }) => ({
        [horizontal ? "xAxis" : "yAxis"]: value,
        label: {
          position: horizontal ? ("end" as const) : ("insideEndTop" as const),
          color: theme.muted,
          fontSize: 11,
          formatter: `${label ? `${label} ` : ""}${write(value)}`.replace(/[{}]/g, ""),
        },
      })),
    },
  };
}

/** The axis reaches as far as the lines do; where the data reaches farther, it decides. */
export function reaching(lines: Lines) {
  if (!lines?.length) return {};
  const values = lines.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return {
    max: ({ max }: { max: number }) => (high > max ? high : null),
    ...(low < 0 ? { min: ({ min }: { min: number }) => (low < min ? low : null) } : {}),
  };
}
