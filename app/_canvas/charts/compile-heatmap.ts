import { base, categoryAxis } from "@/app/_canvas/charts/axes";
import { columnAt, toNumber } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Drawing } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { faded } from "@/app/_canvas/charts/theme";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

/** A value at each meeting of two columns, as depth of one colour. */
export function compileHeatmap(spec: WidgetSpec<"heatmap">, rows: Rows, drawing: Drawing): Compiled {
  const { theme, person, width, height } = drawing;
  const [x, y, value] = [columnAt(rows, spec.x), columnAt(rows, spec.y), columnAt(rows, spec.value)];
  const sample = (at: number) => rows.rows.slice(0, 500).map((row) => row[at]);
  const [writeX, writeY] = [x, y].map((column) => cellFormat(column, undefined, person, sample(column.at)));
  const write = cellFormat(value, spec.format, person, sample(value.at));
  const columns = [...new Set(rows.rows.map((row) => writeX?.full(row[x.at]) ?? ""))];
  const lines = [...new Set(rows.rows.map((row) => writeY?.full(row[y.at]) ?? ""))];
  const origins: [Cell, Cell][] = [];
  const cells = rows.rows.flatMap((row) => {
    const amount = toNumber(row[value.at]);
    if (amount === null) return [];
    const place = [
      columns.indexOf(writeX?.full(row[x.at]) ?? ""),
      lines.indexOf(writeY?.full(row[y.at]) ?? ""),
    ];
    origins.push([row[x.at] ?? null, row[y.at] ?? null]);
    return [[place[0] ?? 0, place[1] ?? 0, amount] as [number, number, number]];
  });
  const amounts = cells.map((cell) => cell[2]);
  const [low, high] = amounts.length ? [Math.min(...amounts), Math.max(...amounts)] : [0, 1];
  const legible = (width - 120) / columns.length > 44 && (height - 40) / lines.length > 20;
  const color = theme.series[0] ?? theme.accent;

  return {
    sizes: [cells.length],
    markAt: (_, at) => {
      const [cell, origin] = [cells[at], origins[at]];
      if (!cell || !origin) return null;
      return {
        label: `${lines[cell[1]] ?? ""}, ${columns[cell[0]] ?? ""}`,
        value: write.full(cell[2]),
        where: [
          { column: spec.x, cell: origin[0] },
          { column: spec.y, cell: origin[1] },
        ],
      };
    },
    notes: [],
    option: {
      ...base(drawing),
      grid: {
        left: 4,
        right: width > 320 ? 56 : 8,
        top: 8,
        bottom: 4,
        outerBoundsMode: "same",
        outerBoundsContain: "axisLabel",
      },
      tooltip: {
        ...tooltipBox(theme),
        trigger: "item",
        formatter: (params) => {
          const cell = cells[hits(params)[0]?.dataIndex ?? 0];
          if (!cell) return "";
          const title = `${lines[cell[1]] ?? ""} · ${columns[cell[0]] ?? ""}`;
          return tooltipHtml(title, [{ name: columnLabel(value.name), value: write.full(cell[2]) }], theme);
        },
      },
      xAxis: { ...categoryAxis(drawing, columns), axisLine: { show: false } },
      yAxis: { ...categoryAxis(drawing, lines, true), axisLine: { show: false } },
      visualMap: {
        show: width > 320,
        min: low,
        max: low === high ? low + 1 : high,
        calculable: false,
        right: 0,
        top: "middle",
        itemWidth: 8,
        itemHeight: Math.max(40, Math.min(110, height - 90)),
        text: [write.short(high), write.short(low)],
        textStyle: { color: theme.faint, fontSize: 10 },
        inRange: { color: [faded(color, 0.08), faded(color, 0.5), faded(color, 1)] },
      },
      series: [
        {
          type: "heatmap",
          data: cells.map((value) => ({
            value,
            label: { color: (value[2] - low) / (high - low || 1) > 0.55 ? theme.raised : theme.ink },
          })),
          label: {
            show: legible,
            fontSize: 11,
            formatter: (params) => write.short(cells[params.dataIndex]?.[2] ?? 0),
          },
          itemStyle: { borderColor: theme.raised, borderWidth: 2, borderRadius: 3 },
          emphasis: { itemStyle: { borderColor: theme.ink, borderWidth: 1 } },
        },
      ],
    },
  };
}
