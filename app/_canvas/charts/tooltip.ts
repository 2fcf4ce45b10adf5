import type { TooltipComponentFormatterCallbackParams } from "echarts";
import type { ChartTheme } from "@/app/_canvas/charts/theme";

export type TooltipLine = { color?: string | undefined; name: string; value: string };

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that came from data, made harmless inside a tooltip's HTML (S3). */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const mostLines = 12;

export function tooltipHtml(title: string, lines: TooltipLine[], theme: ChartTheme): string {
  const rows = lines
    .slice(0, mostLines)
    .map(
      ({ color, name, value }) =>
        `<tr><td style="padding-right:14px;white-space:normal;max-width:220px">${
          color
            ? `<span style="display:inline-block;width:8px;height:8px;border-radius:2px;margin-right:6px;background:${escapeHtml(color)}"></span>`
            : ""
        }${escapeHtml(name)}</td><td style="text-align:right;font-variant-numeric:tabular-nums;font-weight:600;color:${theme.ink}">${escapeHtml(value)}</td></tr>`,
    );
  const more = lines.length - mostLines;
  const rest = more > 0 ? `<tr><td colspan="2">and ${more} more</td></tr>` : "";
  const head = title
    ? `<div style="margin-bottom:4px;color:${theme.ink};font-weight:600">${escapeHtml(title)}</div>`
    : "";
  return `${head}<table style="border-spacing:0;color:${theme.muted}">${rows.join("")}${rest}</table>`;
}

/** Which points a tooltip is about. */
export function hits(params: TooltipComponentFormatterCallbackParams) {
  return (Array.isArray(params) ? params : [params]).map(({ seriesIndex = 0, dataIndex, color }) => ({
    seriesIndex,
    dataIndex,
    color: typeof color === "string" ? color : undefined,
  }));
}

/** The box itself, in the page's look. */
export function tooltipBox(theme: ChartTheme) {
  return {
    confine: true,
    backgroundColor: theme.raised,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10] as [number, number],
    transitionDuration: 0,
    textStyle: { color: theme.muted, fontSize: 12, fontFamily: theme.font },
    extraCssText: "border-radius:8px;box-shadow:0 6px 20px -6px rgba(0,0,0,.22);max-width:320px",
  };
}
