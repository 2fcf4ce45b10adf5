import { base } from "@/app/_canvas/charts/axes";
import { columnAt, toNumber } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Drawing, shortened } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

const mostSlices = 8;

/** A pie or ring of the largest parts; the rest is one slice named Other. Its legend tells the shares. */
export function compilePie(spec: WidgetSpec<"pie">, rows: Rows, drawing: Drawing): Compiled {
  const { theme, person, width, height } = drawing;
  const label = columnAt(rows, spec.label);
  const value = columnAt(rows, spec.value);
  const sample = (at: number) => rows.rows.slice(0, 500).map((row) => row[at]);
  const writeLabel = cellFormat(label, undefined, person, sample(label.at));
  const write = cellFormat(value, spec.format, person, sample(value.at));
  const { slices, notes } = slicesOf(
    rows.rows.map((row) => ({
      ...{ name: writeLabel.full(row[label.at]), value: toNumber(row[value.at]) ?? 0 },
      cell: row[label.at] ?? null,
    })),
  );
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const percent = new Intl.NumberFormat(person.locale, { style: "percent", maximumFractionDigits: 1 });
  const shareOf = new Map(
    slices.map((slice) => [slice.name, percent.format(total === 0 ? 0 : slice.value / total)]),
  );
  const beside = width >= 300 && width > height * 1.1;
  const ring = spec.donut !== false;
  const size = Math.max(40, beside ? Math.min(height - 12, width * 0.48) : Math.min(width - 20, height - 64));
  const center: [number, number] = beside ? [size / 2 + 8, height / 2] : [width / 2, size / 2 + 6];

  return {
    sizes: [slices.length],
    markAt: (_, at) => {
      const slice = slices[at];
      if (!slice) return null;
      const where = slice.rest ? [] : [{ column: spec.label, cell: slice.cell ?? null }];
      return { label: slice.name, value: `${write.full(slice.value)} (${shareOf.get(slice.name)})`, where };
    },
    notes,
    option: {
      ...base(drawing),
      legend: {
        type: "scroll",
        icon: "roundRect",
        itemWidth: 9,
        itemHeight: 9,
        textStyle: { color: theme.muted, fontSize: 12 },
        pageIconColor: theme.muted,
        pageIconInactiveColor: theme.line,
        pageTextStyle: { color: theme.muted, fontSize: 10 },
        pageIconSize: 9,
        formatter: (name) =>
          `${shortened(name, beside ? Math.max(10, Math.floor((width - size - 100) / 7)) : 18)}  ${shareOf.get(name) ?? ""}`,
        ...(beside
          ? { orient: "vertical", left: size + 32, top: "middle", itemGap: 9 }
          : { bottom: 0, left: "center" }),
      },
      tooltip: {
        ...tooltipBox(theme),
        trigger: "item",
        formatter: (params) => {
          const slice = slices[hits(params)[0]?.dataIndex ?? 0];
          if (!slice) return "";
          const line = {
            name: columnLabel(value.name),
            value: `${write.full(slice.value)} (${shareOf.get(slice.name)})`,
          };
          return tooltipHtml(slice.name, [line], theme);
        },
      },
      ...(ring && size >= 110
        ? {
            title: {
              text: write.short(total),
              subtext: "Total",
              left: center[0] - 1,
              top: center[1] - 26,
              textAlign: "center" as const,
              itemGap: 4,
              textStyle: {
                color: theme.ink,
                fontSize: 17,
                lineHeight: 20,
                fontWeight: 600 as const,
                fontFamily: theme.font,
              },
              subtextStyle: { color: theme.faint, fontSize: 11, fontFamily: theme.font },
            },
          }
        : {}),
      series: [
        {
          type: "pie",
          radius: ring ? [size * 0.33, size * 0.48] : [0, size * 0.48],
          center,
          label: { show: false },
          itemStyle: { borderColor: theme.raised, borderWidth: 2, borderRadius: 3 },
          emphasis: { scaleSize: 3 },
          data: slices.map((slice) =>
            slice.rest
              ? { name: slice.name, value: slice.value, itemStyle: { color: theme.faint } }
              : { name: slice.name, value: slice.value },
          ),
        },
      ],
    },
  };
}

type Slice = { name: string; value: number; cell?: Cell; rest?: boolean };

function slicesOf(parts: Slice[]): { slices: Slice[]; notes: string[] } {
  const notes: string[] = [];
  const sums = new Map<string, number>();
  const cells = new Map(parts.map((part) => [part.name, part.cell ?? null]));
  for (const part of parts) sums.set(part.name, (sums.get(part.name) ?? 0) + part.value);
  const all = [...sums].map(([name, value]) => ({ name, value, cell: cells.get(name) ?? null }));
  const shown = all.filter((part) => part.value > 0).sort((a, b) => b.value - a.value);
  if (all.some((part) => part.value < 0)) notes.push("Negative values have no slice.");
  if (shown.length <= mostSlices) return { slices: shown, notes };
  const rest = shown.slice(mostSlices - 1);
  const other = { name: "Other", value: rest.reduce((sum, part) => sum + part.value, 0), rest: true };
  notes.push(`“Other” holds the ${rest.length} smallest parts.`);
  return { slices: [...shown.slice(0, mostSlices - 1), other], notes };
}
