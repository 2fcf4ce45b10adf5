import type { RefObject } from "react";
import { bigNumber } from "@/app/_canvas/charts/big-number";
import type { PictureHandle } from "@/app/_canvas/charts/chart-view";
import { drawPicture, type Picture } from "@/app/_canvas/charts/picture";
import { pivotPicture, tablePicture } from "@/app/_canvas/charts/picture-table";
import { useChartTheme } from "@/app/_canvas/charts/use-chart-theme";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import type { WidgetFiles } from "@/app/_canvas/dashboard/widget-menu";
import { errorText } from "@/app/_canvas/data/error-text";
import { fileName, rowsToCsv } from "@/app/_canvas/data/export-csv";
import { saveFile } from "@/app/_canvas/data/save-file";
import { toast } from "@/app/_ui/toast";
import type { Person } from "@/app/_ui/use-person";
import { usePerson } from "@/app/_ui/use-person";
import type { Widget } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

/** A widget's rows as CSV, and itself as PNG (D10). `picture` is null while its rows are shown as a table. */
export function useWidgetFiles(
  widget: Widget,
  rows: Rows | null,
  picture: RefObject<PictureHandle | null> | null,
): WidgetFiles {
  const theme = useChartTheme();
  const person = usePerson();
  const title = widget.title || kindNames[widget.kind];
  if (!rows || widget.kind === "text") return { csv: null, png: null };
  const csv = () => {
    saveFile(fileName(title, "csv"), rowsToCsv(rows));
    if (rows.truncated)
      toast.warning(`Only the first ${rows.rows.length.toLocaleString()} rows are in the file`);
  };
  const png = async () => {
    try {
      const drawn = pictureOf(widget, rows, person, picture);
      saveFile(fileName(title, "png"), await drawPicture(title, drawn, theme));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return { csv, png: () => void png() };
}

const everyColumn = {};

function pictureOf(
  widget: Exclude<Widget, { kind: "text" }>,
  rows: Rows,
  person: Person,
  chart: RefObject<PictureHandle | null> | null,
): Picture {
  if (!chart) return { table: tablePicture(everyColumn, rows, person) };
  if (widget.kind === "table") return { table: tablePicture(widget.spec, rows, person) };
  if (widget.kind === "pivot") return { table: pivotPicture(widget.spec, rows, person) };
  if (widget.kind === "number") {
    const number = bigNumber(widget.spec, rows, person);
    if (!number) throw new Error("There are no rows to draw.");
    const under = number.change ? `${number.change.text} from ${number.change.before}` : "";
    return { text: number.text, under };
  }
  const png = chart.current?.png();
  if (!png) throw new Error("The chart isn't drawn yet. Try again.");
  return { png };
}
