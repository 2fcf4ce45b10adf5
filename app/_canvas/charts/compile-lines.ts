import type { LineSeriesOption } from "echarts";
import { categoryAxis, seriesFrame, timeAxis, valueAxis } from "@/app/_canvas/charts/axes";
import { isNumeric } from "@/app/_canvas/charts/cell";
import type { Compiled, Drawing } from "@/app/_canvas/charts/compiled";
import { nothing } from "@/app/_canvas/charts/format";
import { type Gathered, gather, inOrder, marksOf, topSeries } from "@/app/_canvas/charts/gather";
import { reaching, referenceLines } from "@/app/_canvas/charts/reference-lines";
import { faded } from "@/app/_canvas/charts/theme";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** Lines and areas over time, numbers or categories. */
export function compileLines(
  spec: WidgetSpec<"line"> & { stack?: boolean | undefined },
  rows: Rows,
  drawing: Drawing,
  filled: boolean,
): Compiled {
  const found = gather(spec, rows, drawing.person);
  const scaled = found.xs.length > 1 && found.xs.every((x) => x.time !== null);
  const numbered = !scaled && isNumeric(found.x.kind) && !/year/i.test(found.x.name);
  const drawn = topSeries(scaled || numbered ? inOrder(found) : found, spec.top);
  const { theme } = drawing;
  const stacked = filled && spec.stack === true;
  const colorOf = (index: number) => theme.series[index % theme.series.length] ?? theme.accent;
  const write = drawn.series[0]?.write;

  const series = drawn.series.map(
    (one, index): LineSeriesOption => ({
      ...(index === 0 ? referenceLines(spec.lines, { theme, write: (value) => one.write.short(value) }) : {}),
      type: "line",
      name: one.name,
      data: one.values.map((value, at) => {
        const x = drawn.xs[at];
        return scaled ? [x?.time ?? 0, value] : numbered ? [x?.number ?? 0, value] : value;
      }),
      smooth: spec.smooth ? 0.3 : false,
      showSymbol: one.values.filter((value) => value !== null).length === 1,
      symbol: "circle",
      symbolSize: 6,
      sampling: "lttb",
      lineStyle: { width: 2 },
      emphasis: { focus: "series" },
      ...(stacked ? { stack: "all" } : {}),
      ...(filled ? { areaStyle: areaFill(colorOf(index), stacked || drawn.series.length > 1) } : {}),
    }),
  );

  return {
    ...marksOf(drawn, spec),
    notes: drawn.notes,
    option: {
      ...seriesFrame(drawing, drawn.series),
      tooltip: {
        ...tooltipBox(theme),
        trigger: "axis",
        axisPointer: { type: "line", lineStyle: { color: theme.faint, width: 1, type: "solid" } },
        formatter: (params) => {
          const points = hits(params);
          const lines = points
            .map(({ seriesIndex, dataIndex, color }) => {
              const one = drawn.series[seriesIndex];
              return {
                color,
                name: one?.name ?? "",
                amount: one?.values[dataIndex] ?? null,
                write: one?.write,
              };
            })
            .filter(({ amount }) => amount !== null || points.length === 1)
            .sort((a, b) => (stacked ? 0 : (b.amount ?? 0) - (a.amount ?? 0)))
            .map(({ amount, write: written, ...line }) => ({
              ...line,
              value: written?.full(amount) ?? nothing,
            }));
          return tooltipHtml(drawn.xs[points[0]?.dataIndex ?? 0]?.text ?? "", lines, theme);
        },
      },
      xAxis: xAxis(drawn, drawing, scaled, numbered),
      yAxis: {
        ...valueAxis(theme, (value) => write?.short(value) ?? String(value), !filled && isNarrow(drawn)),
        ...reaching(spec.lines),
      },
      series,
    },
  };
}

function xAxis(drawn: Gathered, drawing: Drawing, scaled: boolean, numbered: boolean) {
  if (scaled) {
    const zone = drawn.x.kind === "timestamptz" ? drawing.person.timeZone : "UTC";
    return timeAxis(
      drawing,
      drawn.xs.flatMap((x) => x.time ?? []),
      zone,
    );
  }
  if (numbered) {
    const axis = valueAxis(drawing.theme, (value) => value.toLocaleString(drawing.person.locale), true);
    return { ...axis, splitLine: { show: false } };
  }
  return {
    ...categoryAxis(
      drawing,
      drawn.xs.map((x) => x.text),
    ),
    boundaryGap: false,
  };
}

function areaFill(color: string, several: boolean) {
  if (several) return { color: faded(color, 0.28) };
  const colorStops = [
    { offset: 0, color: faded(color, 0.32) },
    { offset: 1, color: faded(color, 0.02) },
  ];
  return { color: { type: "linear" as const, x: 0, y: 0, x2: 0, y2: 1, colorStops } };
}

/** Values far from zero and close together would be a flat line on an axis that starts at zero. */
function isNarrow({ series }: Gathered): boolean {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  return low > 0 && (high - low) / high < 0.35;
}
