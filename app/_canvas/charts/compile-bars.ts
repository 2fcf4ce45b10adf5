import type { BarSeriesOption } from "echarts";
import { categoryAxis, seriesFrame, valueAxis } from "@/app/_canvas/charts/axes";
import { isNumeric } from "@/app/_canvas/charts/cell";
import type { Compiled, Drawing } from "@/app/_canvas/charts/compiled";
import { nothing } from "@/app/_canvas/charts/format";
import {
  type Gathered,
  gather,
  inOrder,
  marksOf,
  reordered,
  topSeries,
  topXs,
} from "@/app/_canvas/charts/gather";
import { reaching, referenceLines } from "@/app/_canvas/charts/reference-lines";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** Bars: grouped, stacked or as shares, upright or lying, in the query's order or by size. */
export function compileBars(spec: WidgetSpec<"bar">, rows: Rows, drawing: Drawing): Compiled {
  const found = gather(spec, rows, drawing.person);
  const timed = found.xs.length > 1 && found.xs.every((x) => x.time !== null);
  const many = !timed && isMany(found, drawing);
  const horizontal = spec.horizontal ?? many;
  const top = spec.top ?? (many && spec.horizontal !== false ? barsThatFit(drawing, found) : undefined);
  const drawn = timed
    ? topSeries(bySize(inOrder(found), spec.sort ?? "none"), spec.top)
    : topXs(bySize(found, spec.sort ?? "none"), top);
  const stack = spec.stack ?? "none";
  const { theme, person } = drawing;
  const totals = drawn.xs.map((_, at) =>
    drawn.series.reduce((sum, one) => sum + Math.abs(one.values[at] ?? 0), 0),
  );
  const share = (value: number, at: number) => ((totals[at] ?? 0) === 0 ? 0 : value / (totals[at] ?? 1));
  const shares = new Intl.NumberFormat(person.locale, { style: "percent", maximumFractionDigits: 1 });
  const write = drawn.series[0]?.write;
  const radius = stack !== "none" ? 0 : horizontal ? [0, 3, 3, 0] : [3, 3, 0, 0];

  const series = drawn.series.map(
    (one, index): BarSeriesOption => ({
      ...(index === 0 && stack !== "percent"
        ? referenceLines(spec.lines, { theme, horizontal, write: (value) => one.write.short(value) })
        : {}),
      type: "bar",
      name: one.name,
      data: stack === "percent" ? one.values.map((v, at) => (v === null ? null : share(v, at))) : one.values,
      barMaxWidth: 44,
      barCategoryGap: "28%",
      barGap: "8%",
      itemStyle: { borderRadius: radius },
      emphasis: { focus: drawn.series.length > 1 ? "series" : "none" },
      ...(stack === "none"
        ? {}
        : { stack: "all", itemStyle: { borderColor: theme.raised, borderWidth: 0.5 } }),
    }),
  );
  const categories = categoryAxis(
    drawing,
    drawn.xs.map((x) => x.text),
    horizontal,
  );
  const values = {
    ...valueAxis(theme, (value) =>
      stack === "percent" ? shares.format(value) : (write?.short(value) ?? ""),
    ),
    ...(stack === "percent" ? { max: 1, interval: 0.25 } : reaching(spec.lines)),
  };

  return {
    ...marksOf(drawn, spec),
    notes: drawn.notes,
    option: {
      ...seriesFrame(drawing, drawn.series),
      tooltip: {
        ...tooltipBox(theme),
        trigger: "axis",
        axisPointer: { type: "shadow", shadowStyle: { color: theme.faint, opacity: 0.12 } },
        formatter: (params) => {
          const points = hits(params);
          const lines = points.flatMap(({ seriesIndex, dataIndex, color }) => {
            const one = drawn.series[seriesIndex];
            const amount = one?.values[dataIndex] ?? null;
            if (!one || (amount === null && points.length > 1)) return [];
            const part =
              stack === "percent" && amount !== null ? ` (${shares.format(share(amount, dataIndex))})` : "";
            return [{ color, name: one.name, value: `${one.write.full(amount) ?? nothing}${part}` }];
          });
          return tooltipHtml(drawn.xs[points[0]?.dataIndex ?? 0]?.text ?? "", lines, theme);
        },
      },
      xAxis: horizontal ? values : categories,
      yAxis: horizontal ? categories : values,
      series,
    },
  };
}

/** Pixels that a name needs to be read, beside its neighbours or above them. */
const readableWidth = 46;
const readableHeight = 15;

/**
 * More names than can be read side by side: they lie, as long as nobody says otherwise. Numbers and periods keep their order
 * from left to right.
 */
function isMany({ xs, x }: Gathered, { width }: Drawing): boolean {
  if (xs.length <= 8 || isNumeric(x.kind)) return false;
  const periods = xs.filter(({ text }) => /^(\d|q[1-4]\b)/i.test(text)).length;
  return periods < xs.length / 2 && xs.length * readableWidth > width;
}

function barsThatFit({ height }: Drawing, { xs, series }: Gathered): number {
  const each = Math.max(readableHeight, Math.min(series.length, 3) * 9);
  return Math.min(xs.length, 40, Math.max(5, Math.floor((height - 40) / each) - 1));
}

function bySize(gathered: Gathered, sort: "none" | "ascending" | "descending"): Gathered {
  if (sort === "none") return gathered;
  const total = (at: number) => gathered.series.reduce((sum, one) => sum + (one.values[at] ?? 0), 0);
  const order = gathered.xs.map((_, at) => at).sort((a, b) => total(a) - total(b));
  return reordered(gathered, sort === "ascending" ? order : order.reverse());
}
