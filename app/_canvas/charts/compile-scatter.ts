import type { ScatterSeriesOption } from "echarts";
import { base, categoryAxis, legend, plotArea, timeAxis, valueAxis } from "@/app/_canvas/charts/axes";
import { columnAt, isNumeric, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Drawing } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

const mostGroups = 12;

/** Points by two measures, sized by a third and coloured by a group. */
export function compileScatter(spec: WidgetSpec<"scatter">, rows: Rows, drawing: Drawing): Compiled {
  const { theme, person } = drawing;
  const [x, y] = [columnAt(rows, spec.x), columnAt(rows, spec.y)];
  const size = spec.size === undefined ? null : columnAt(rows, spec.size);
  const split = spec.series === undefined ? null : columnAt(rows, spec.series);
  const written = [x, y, ...(size ? [size] : []), ...(split ? [split] : [])].map((column) => ({
    column,
    write: cellFormat(
      column,
      undefined,
      person,
      rows.rows.slice(0, 500).map((row) => row[column.at]),
    ),
  }));
  const [writeX, writeY] = [written[0]?.write, written[1]?.write];
  const words = [...new Set(rows.rows.map((row) => writeX?.full(row[x.at]) ?? ""))];
  const placeX = (cell: Cell | undefined) =>
    isTemporal(x.kind)
      ? toTime(cell, x.kind)
      : isNumeric(x.kind)
        ? toNumber(cell)
        : words.indexOf(writeX?.full(cell) ?? "");
  const largest = size ? Math.max(0, ...rows.rows.map((row) => Math.abs(toNumber(row[size.at]) ?? 0))) : 0;

  const groups = new Map<string, { point: [number, number]; size: number; row: Cell[] }[]>();
  const times: number[] = [];
  for (const row of rows.rows) {
    const [px, py] = [placeX(row[x.at]), toNumber(row[y.at])];
    if (px === null || py === null) continue;
    times.push(px);
    const name = split ? (written.at(-1)?.write.full(row[split.at]) ?? "") : "";
    const weight = size && largest > 0 ? Math.sqrt(Math.abs(toNumber(row[size.at]) ?? 0) / largest) : 0.15;
    const point = { point: [px, py] as [number, number], size: 5 + weight * 21, row };
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  const shown = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, mostGroups);
  const names = shown.map(([name]) => name);

  return {
    sizes: shown.map(([, points]) => points.length),
    markAt: (seriesIndex, dataIndex) => {
      const [name, points] = shown[seriesIndex] ?? [];
      const row = points?.[dataIndex]?.row;
      if (!row) return null;
      const value = `${writeX?.full(row[x.at]) ?? ""}, ${writeY?.full(row[y.at]) ?? ""}`;
      const where = [x, y].map((column) => ({ column: column.name, cell: row[column.at] ?? null }));
      return { label: name || columnLabel(y.name), value, where };
    },
    notes: groups.size > mostGroups ? [`The ${mostGroups} largest of ${groups.size} groups are drawn.`] : [],
    option: {
      ...base(drawing),
      legend: legend(drawing, names),
      grid: plotArea(names.length > 1),
      tooltip: {
        ...tooltipBox(theme),
        trigger: "item",
        formatter: (params) => {
          const hit = hits(params)[0];
          const found = shown[hit?.seriesIndex ?? 0]?.[1][hit?.dataIndex ?? 0];
          const lines = written.map(({ column, write }) => ({
            name: columnLabel(column.name),
            value: write.full(found?.row[column.at]),
          }));
          return tooltipHtml("", lines, theme);
        },
      },
      xAxis: isTemporal(x.kind)
        ? timeAxis(
            drawing,
            [...new Set(times)].sort((a, b) => a - b),
            x.kind === "timestamptz" ? person.timeZone : "UTC",
          )
        : isNumeric(x.kind)
          ? valueAxis(theme, (value) => writeX?.short(value) ?? "", true)
          : categoryAxis(drawing, words),
      yAxis: valueAxis(theme, (value) => writeY?.short(value) ?? "", true),
      series: shown.map(
        ([name, points]): ScatterSeriesOption => ({
          type: "scatter",
          name,
          large: points.length > 3000,
          itemStyle: { opacity: 0.72 },
          data: points.map(({ point, size: symbolSize }) => ({ value: point, symbolSize })),
        }),
      ),
    },
  };
}
