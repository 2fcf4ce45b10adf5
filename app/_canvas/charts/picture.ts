import { drawTable, type PictureTable, tableSize } from "@/app/_canvas/charts/picture-table";
import type { ChartTheme } from "@/app/_canvas/charts/theme";

/** A chart as it is on the screen (`png`, a data URL twice as fine), a number with what stands under it, or a table. */
export type Picture = { png: string } | { text: string; under: string } | { table: PictureTable };

const scale = 2;
const margin = 16;
const head = 44;

/** A widget as a PNG: its title above its chart, number or table (D10). Rejects when the browser can't draw it. */
export async function drawPicture(title: string, picture: Picture, theme: ChartTheme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser can't draw the picture.");
  const image = "png" in picture ? await loadImage(picture.png) : null;
  const inside = image
    ? { width: image.width / scale, height: image.height / scale }
    : "table" in picture
      ? tableSize(picture.table, pen, theme)
      : { width: 448, height: 140 };
  const [width, height] = [inside.width + 2 * margin, inside.height + head + margin];
  Object.assign(canvas, { width: width * scale, height: height * scale });
  pen.scale(scale, scale);
  pen.fillStyle = theme.raised;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = theme.ink;
  pen.font = `600 15px ${theme.font}`;
  pen.textBaseline = "middle";
  pen.fillText(title, margin, head / 2, width - 2 * margin);
  pen.translate(margin, head);
  if (image) pen.drawImage(image, 0, 0, inside.width, inside.height);
  else if ("table" in picture) drawTable(picture.table, pen, theme);
  else if ("text" in picture) {
    pen.font = `600 44px ${theme.font}`;
    pen.fillText(picture.text, 0, 50, inside.width);
    pen.fillStyle = theme.muted;
    pen.font = `13px ${theme.font}`;
    pen.fillText(picture.under, 0, 100, inside.width);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty.")))),
  );
}

function loadImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  return image.decode().then(() => image);
}
