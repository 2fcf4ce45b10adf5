import type { Drawing } from "@/app/_canvas/charts/compiled";
import { shortened } from "@/app/_canvas/charts/compiled";
import type { ChartTheme } from "@/app/_canvas/charts/theme";

export function base({ theme }: Drawing) {
  return {
    animation: false,
    color: theme.series,
    textStyle: { fontFamily: theme.font, fontSize: 11, color: theme.muted },
    // The chart's name and its values by keyboard are the page's; the library's words would stand in their place.
    aria: { enabled: theme.patterns, label: { enabled: false }, decal: { show: theme.patterns } },
  };
}

/** Room for the legend is kept above the plot, so that it never meets the axes. */
export function plotArea(hasLegend: boolean) {
  return {
    left: 4,
    right: 14,
    top: hasLegend ? 32 : 12,
    bottom: 4,
    outerBoundsMode: "same" as const,
    outerBoundsContain: "axisLabel" as const,
  };
}

/** One line that scrolls, however many series there are. */
export function legend({ theme }: Drawing, names: string[]) {
  return {
    show: names.length > 1,
    type: "scroll" as const,
    top: 0,
    left: 0,
    right: 0,
    height: 22,
    itemWidth: 9,
    itemHeight: 9,
    itemGap: 14,
    icon: "roundRect",
    data: names,
    formatter: (name: string) => shortened(name, 26),
    tooltip: { show: names.some((name) => name.length > 26) },
    textStyle: { color: theme.muted, fontSize: 11 },
    pageIconColor: theme.muted,
    pageIconInactiveColor: theme.line,
    pageTextStyle: { color: theme.muted, fontSize: 10 },
    pageIconSize: 9,
  };
}

export function valueAxis(theme: ChartTheme, write: (value: number) => string, tight = false) {
  return {
    type: "value" as const,
    scale: tight,
    splitNumber: 4,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: theme.faint, fontSize: 11, hideOverlap: true, formatter: write },
    splitLine: { lineStyle: { color: theme.line, width: 1 } },
  };
}

/** Labels get an even share of the width and end in an ellipsis; when there are too many, some are left out. */
export function categoryAxis({ theme, width }: Drawing, labels: string[], horizontal = false) {
  const share = Math.floor((width - 60) / Math.max(1, labels.length)) - 8;
  const room = horizontal ? Math.min(150, Math.round(width * 0.36)) : Math.max(56, Math.min(share, 140));
  return {
    type: "category" as const,
    data: labels,
    inverse: horizontal,
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      color: theme.muted,
      fontSize: 11,
      width: room,
      overflow: "truncate" as const,
      hideOverlap: true,
      ...(!horizontal && share >= 40 ? { interval: 0 } : {}),
    },
  };
}

const day = 86_400_000;

/**
 * A time axis whose labels say no more than the span needs: hours, days, months or years. They stand at times that the
 * data has, evenly picked, unless there are too many to be a series of periods.
 */
export function timeAxis({ theme, person, width }: Drawing, times: readonly number[], timeZone: string) {
  const [from, to] = times.reduce(([a, b], t) => [Math.min(a, t), Math.max(b, t)], [Infinity, -Infinity]);
  const room = Math.max(2, Math.floor((width - 50) / 72));
  const stride = Math.max(1, Math.ceil(times.length / room));
  const picked = times.length <= 400 ? { customValues: times.filter((_, at) => at % stride === 0) } : {};
  const span = to - from;
  const parts: Intl.DateTimeFormatOptions =
    span <= 2 * day
      ? { hour: "2-digit", minute: "2-digit" }
      : span <= 75 * day
        ? { day: "numeric", month: "short" }
        : span <= 8 * 366 * day
          ? { month: "short", year: "2-digit" }
          : { year: "numeric" };
  const label = new Intl.DateTimeFormat(person.locale, { ...parts, timeZone });
  return {
    type: "time" as const,
    min: from,
    max: to,
    splitNumber: Math.min(8, room),
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      color: theme.faint,
      fontSize: 11,
      ...picked,
      hideOverlap: true,
      formatter: (value: number) => label.format(value),
    },
    splitLine: { show: false },
  };
}

/** What charts of series along an axis begin with. */
export function seriesFrame(drawing: Drawing, series: readonly { name: string }[]) {
  return {
    ...base(drawing),
    legend: legend(
      drawing,
      series.map(({ name }) => name),
    ),
    grid: plotArea(series.length > 1),
  };
}
