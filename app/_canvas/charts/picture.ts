import type { ChartTheme } from "@/app/_canvas/charts/theme";

type Picture = { title: string; png?: string | null; text?: string; under?: string };

const scale = 2;
const margin = 16;
const head = 44;

/** A widget as a PNG: its title above its chart, or above its number (D10). Rejects when the browser can't draw it. */
export async function drawPicture(
  { title, png, text = "", under = "" }: Picture,
  theme: ChartTheme,
): Promise<Blob> {
  const image = png ? await loadImage(png) : null;
  const width = image ? image.width / scale + 2 * margin : 480;
  const height = (image ? image.height / scale : 140) + head + margin;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: width * scale,
    height: height * scale,
  });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser can't draw the picture.");
  pen.scale(scale, scale);
  pen.fillStyle = theme.raised;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = theme.ink;
  pen.font = `600 15px ${theme.font}`;
  pen.textBaseline = "middle";
  pen.fillText(title, margin, head / 2, width - 2 * margin);
  if (image) pen.drawImage(image, margin, head, image.width / scale, image.height / scale);
  else {
    pen.font = `600 44px ${theme.font}`;
    pen.fillText(text, margin, head + 50, width - 2 * margin);
    pen.fillStyle = theme.muted;
    pen.font = `13px ${theme.font}`;
    pen.fillText(under, margin, head + 100, width - 2 * margin);
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
