import type { RefObject } from "react";
import { toast } from "sonner";
import { bigNumber } from "@/app/_canvas/charts/big-number";
import type { PictureHandle } from "@/app/_canvas/charts/chart-view";
import { drawPicture } from "@/app/_canvas/charts/picture";
import { useChartTheme } from "@/app/_canvas/charts/use-chart-theme";
import { usePerson } from "@/app/_canvas/charts/use-person";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import type { WidgetFiles } from "@/app/_canvas/dashboard/widget-menu";
import { fileName, rowsToCsv } from "@/app/_canvas/data/export-csv";
import { errorText } from "@/app/_canvas/data/request-json";
import { saveFile } from "@/app/_canvas/data/save-file";
import type { Widget } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

const withoutPicture = new Set(["text", "table", "pivot"]);

/** A widget's rows as CSV, and its chart or number as PNG (D10). */
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
      const number = widget.kind === "number" ? bigNumber(widget.spec, rows, person) : null;
      const drawn = number
        ? {
            title,
            text: number.text,
            under: number.change ? `${number.change.text} from ${number.change.before}` : "",
          }
        : { title, png: picture?.current?.png() ?? null };
      saveFile(fileName(title, "png"), await drawPicture(drawn, theme));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return { csv, png: picture && !withoutPicture.has(widget.kind) ? () => void png() : null };
}
