import { combined, isAdditive } from "@/app/_canvas/charts/additive";
import { base } from "@/app/_canvas/charts/axes";
import { columnAt, toNumber } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Drawing, shortened } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

const mostSlices = 8;
/** About as wide as a letter of the legend, in px. */
const letter = 6.8;

/**
 * A pie or ring of the largest parts; the rest is one slice named Other. Its legend tells the shares;
 * of rates and averages, which have no whole, it tells the values instead.
 */
export function compilePie(spec: WidgetSpec<"pie">, rows: Rows, drawing: Drawing): Compiled {
  const { theme, person, width, height } = drawing;
  const label = columnAt(rows, spec.label);
  const value = columnAt(rows, spec.value);
  const sample = (at: number) => rows.rows.slice(0, 500).map((row) => row[at]);
  const writeLabel = cellFormat(label, undefined, person, sample(label.at));
  const write = cellFormat(value, spec.format, person, sample(value.at));
  const additive = isAdditive(value.name, spec.format);
  const { slices, notes } = slicesOf(
    rows.rows.map((row) => ({
      ...{ name: writeLabel.full(row[label.at]), value: toNumber(row[value.at]) ?? 0 },
      cell: row[label.at] ?? null,
    })),
    additive,
  );
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const percent = new Intl.NumberFormat(person.locale, { style: "percent", maximumFractionDigits: 1 });
  const shareOf = new Map(
    slices.map(({ name, value: part }) => [
      name,
      additive ? percent.format(total === 0 ? 0 : part / total) : write.full(part),
    ]),
  );
  const inWords = ({ name, value: part }: Slice) =>
    additive ? `${write.full(part)} (${shareOf.get(name)})` : write.full(part);
  const ring = spec.donut !== false;
  const besideSize = Math.min(height - 12, width * 0.45);
  const longestShare = Math.max(0, ...[...shareOf.values()].map((text) => text.length));
  const nameLength = Math.floor((width - besideSize - 68 - (longestShare + 2) * letter) / letter);
  const beside = width > height * 1.1 && nameLength >= 8;
  const size = Math.max(40, beside ? besideSize : Math.min(width - 20, height - 64));
  const center: [number, number] = beside ? [size / 2 + 8, height / 2] : [width / 2, size / 2 + 6];

  return {
    sizes: [slices.length],
    markAt: (_, at) => {
      const slice = slices[at];
      if (!slice) return null;
      const said = { label: slice.name, value: inWords(slice) };
      if (!slice.rest) return { ...said, where: [{ column: spec.label, cell: slice.cell ?? null }] };
      const cells = slices.filter(({ rest }) => !rest).map(({ cell = null }) => cell);
      return { ...said, where: [], except: [{ column: spec.label, cells }] };
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
        formatter: (name) => `${shortened(name, beside ? nameLength : 18)}  ${shareOf.get(name) ?? ""}`,
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
            value: inWords(slice),
          };
          return tooltipHtml(slice.name, [line], theme);
        },
      },
      ...(ring && additive && size >= 110
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

function slicesOf(parts: Slice[], additive: boolean): { slices: Slice[]; notes: string[] } {
  const notes: string[] = [];
  const groups = new Map<string, { cell: Cell; values: number[] }>();
  for (const { name, value, cell = null } of parts) {
    const group = groups.get(name) ?? { cell, values: [] };
    groups.set(name, group);
    group.values.push(value);
  }
  const all = [...groups].map(([name, { cell, values }]) => ({
    ...{ name, cell, value: combined(values, additive) ?? 0 },
  }));
  const shown = all.filter((part) => part.value > 0).sort((a, b) => b.value - a.value);
  if (all.some((part) => part.value < 0)) notes.push("Negative values have no slice.");
  if (!additive)
    notes.push("Rates and averages have no whole: the slices compare them, and bars do that better.");
  if (shown.length <= mostSlices) return { slices: shown, notes };
  const rest = shown.slice(mostSlices - 1);
  const value =
    combined(
      rest.map((part) => part.value),
      additive,
    ) ?? 0;
  notes.push(
    additive
      ? `“Other” holds the ${rest.length} smallest parts.`
      : `“Other” is the mean of the ${rest.length} smallest parts.`,
  );
  return { slices: [...shown.slice(0, mostSlices - 1), { name: "Other", value, rest: true }], notes };
}
