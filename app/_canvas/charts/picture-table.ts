import { columnLabel, shortened } from "@/app/_canvas/charts/compiled";
import { pivot } from "@/app/_canvas/charts/pivot";
import { tableColumns } from "@/app/_canvas/charts/table-lines";
import type { ChartTheme } from "@/app/_canvas/charts/theme";
import type { Person } from "@/app/_ui/use-person";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** What of a table fits on a picture. `more` says what doesn't; empty when all does. */
export type PictureTable = {
  heads: { text: string; numeric: boolean }[];
  lines: string[][];
  more: string;
};

const mostLines = 60;
const mostHeads = 16;
const mostLetters = 40;
const lineHeight = 26;
const padding = 10;

/** The first rows and columns of a table as they are written on the screen. Throws MissingColumn. */
export function tablePicture(spec: WidgetSpec<"table">, rows: Rows, person: Person): PictureTable {
  const columns = tableColumns(spec, rows, person);
  return cut(
    columns.map(({ label, numeric }) => ({ text: label, numeric })),
    rows.rows.slice(0, mostLines).map((row) => columns.map(({ at, write }) => write.full(row[at]))),
    rows.rows.length,
  );
}

/** A pivot as it is written on the screen. Throws MissingColumn. */
export function pivotPicture(spec: WidgetSpec<"pivot">, rows: Rows, person: Person): PictureTable {
  const { corner, columns, lines } = pivot(spec, rows, person);
  return cut(
    [
      ...corner.map((name) => ({ text: columnLabel(name), numeric: false })),
      ...columns.map((text) => ({ text, numeric: true })),
    ],
    lines.slice(0, mostLines).map(({ heads, cells }) => [...heads, ...cells]),
    lines.length,
  );
}

function cut(heads: PictureTable["heads"], lines: string[][], all: number): PictureTable {
  const more = [
    ...(all > lines.length ? [`${(all - lines.length).toLocaleString()} more rows`] : []),
    ...(heads.length > mostHeads ? [`${heads.length - mostHeads} more columns`] : []),
  ];
  const short = (text: string) => shortened(text, mostLetters);
  return {
    heads: heads.slice(0, mostHeads).map((head) => ({ ...head, text: short(head.text) })),
    lines: lines.map((line) => line.slice(0, mostHeads).map(short)),
    more: more.join(", "),
  };
}

const fontOf = (theme: ChartTheme, bold = false) => `${bold ? "600 " : ""}13px ${theme.font}`;

function widthsOf(
  { heads, lines }: PictureTable,
  pen: CanvasRenderingContext2D,
  theme: ChartTheme,
): number[] {
  pen.font = fontOf(theme, true);
  return heads.map(({ text }, at) => {
    const longest = Math.max(
      pen.measureText(text).width,
      ...lines.map((line) => pen.measureText(line[at] ?? "").width),
    );
    return Math.ceil(Math.max(40, longest)) + 2 * padding;
  });
}

export function tableSize(table: PictureTable, pen: CanvasRenderingContext2D, theme: ChartTheme) {
  const width = widthsOf(table, pen, theme).reduce((sum, each) => sum + each, 0);
  const lines = table.lines.length + 1 + (table.more ? 1 : 0);
  return { width: Math.max(320, width), height: lines * lineHeight };
}

export function drawTable(table: PictureTable, pen: CanvasRenderingContext2D, theme: ChartTheme): void {
  const widths = widthsOf(table, pen, theme);
  const all = widths.reduce((sum, each) => sum + each, 0);
  const drawLine = (texts: readonly string[], y: number, color: string, bold: boolean) => {
    pen.font = fontOf(theme, bold);
    pen.fillStyle = color;
    let x = 0;
    for (const [at, width] of widths.entries()) {
      const numeric = table.heads[at]?.numeric === true;
      pen.textAlign = numeric ? "right" : "left";
      pen.fillText(texts[at] ?? "", numeric ? x + width - padding : x + padding, y + lineHeight / 2);
      x += width;
    }
    pen.fillStyle = theme.line;
    pen.fillRect(0, y + lineHeight - 1, all, 1);
  };
  drawLine(
    table.heads.map(({ text }) => text),
    0,
    theme.muted,
    true,
  );
  for (const [index, line] of table.lines.entries())
    drawLine(line, (index + 1) * lineHeight, theme.ink, false);
  pen.textAlign = "left";
  pen.font = fontOf(theme);
  pen.fillStyle = theme.faint;
  pen.fillText(table.more, padding, (table.lines.length + 1.5) * lineHeight);
}
