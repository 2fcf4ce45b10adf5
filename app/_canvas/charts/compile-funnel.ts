import { base } from "@/app/_canvas/charts/axes";
import { columnAt, toNumber } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Drawing, shortened } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { faded } from "@/app/_canvas/charts/theme";
import { hits, tooltipBox, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** Stages in the query's order, each with its share of the first. */
export function compileFunnel(spec: WidgetSpec<"funnel">, rows: Rows, drawing: Drawing): Compiled {
  const { theme, person, width } = drawing;
  const [stage, value] = [columnAt(rows, spec.stage), columnAt(rows, spec.value)];
  const sample = rows.rows.map((row) => row[value.at]);
  const writeStage = cellFormat(stage, undefined, person);
  const write = cellFormat(value, spec.format, person, sample);
  const percent = new Intl.NumberFormat(person.locale, { style: "percent", maximumFractionDigits: 1 });
  const stages = rows.rows.map((row) => ({
    name: writeStage.full(row[stage.at]),
    value: toNumber(row[value.at]) ?? 0,
  }));
  const first = stages[0]?.value ?? 0;
  const color = theme.series[0] ?? theme.accent;
  const roomy = width >= 340;
  const share = (amount: number) => (first === 0 ? "" : percent.format(amount / first));

  return {
    sizes: [stages.length],
    markAt: (_, at) => {
      const found = stages[at];
      const cell = rows.rows[at]?.[stage.at] ?? null;
      if (!found) return null;
      const value = `${write.full(found.value)} (${share(found.value)})`;
      return { label: found.name, value, where: [{ column: spec.stage, cell }] };
    },
    notes: [],
    option: {
      ...base(drawing),
      tooltip: {
        ...tooltipBox(theme),
        trigger: "item",
        formatter: (params) => {
          const at = hits(params)[0]?.dataIndex ?? 0;
          const found = stages[at];
          if (!found) return "";
          const before = stages[at - 1]?.value;
          const lines = [
            { name: columnLabel(value.name), value: write.full(found.value) },
            { name: "Of the first", value: share(found.value) },
            ...(before ? [{ name: "Of the one before", value: percent.format(found.value / before) }] : []),
          ];
          return tooltipHtml(found.name, lines, theme);
        },
      },
      series: [
        {
          type: "funnel",
          sort: "none",
          gap: 3,
          top: 6,
          bottom: 6,
          left: roomy ? 4 : "6%",
          width: roomy ? Math.round(width * 0.56) : "88%",
          minSize: "6%",
          label: {
            position: roomy ? "right" : "inside",
            color: theme.ink,
            // Inside it stands on the stage's own colour.
            ...(roomy ? {} : { textBorderColor: theme.raised, textBorderWidth: 3 }),
            fontSize: 12,
            formatter: ({ dataIndex }) => {
              const found = stages[dataIndex];
              if (!found) return "";
              const name = shortened(found.name, roomy ? Math.max(8, Math.floor((width * 0.4) / 12)) : 14);
              return roomy
                ? `${name}  ${write.short(found.value)} · ${share(found.value)}`
                : `${name} ${share(found.value)}`;
            },
          },
          labelLine: { show: roomy, length: 12, lineStyle: { color: theme.line } },
          itemStyle: { borderWidth: 0 },
          data: stages.map((each, at) => ({
            ...each,
            itemStyle: {
              color: faded(color, Math.max(0.25, 1 - (at * 0.65) / Math.max(1, stages.length - 1))),
            },
          })),
        },
      ],
    },
  };
}
