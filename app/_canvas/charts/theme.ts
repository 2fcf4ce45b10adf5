/** Colours a chart is drawn with, as rgb: a canvas can't read CSS variables. */
export type ChartTheme = {
  series: string[];
  ink: string;
  muted: string;
  faint: string;
  line: string;
  surface: string;
  raised: string;
  accent: string;
  success: string;
  danger: string;
  font: string;
  /** Patterns beside colours, for who has the system choose the colours. */
  patterns: boolean;
};

/** What charts are drawn with before a page is there to ask: tests and first paint. */
export const plainTheme: ChartTheme = {
  series: ["#5b5bd6", "#0d9488", "#e08b3e", "#d6409f", "#3b82f6", "#84a332", "#b4532a", "#8b8d98"],
  ink: "#1c2024",
  muted: "#60646c",
  faint: "#8b8d98",
  line: "#e0e1e6",
  surface: "#ffffff",
  raised: "#ffffff",
  accent: "#5b5bd6",
  success: "#218358",
  danger: "#ce2c31",
  font: "system-ui, sans-serif",
  patterns: false,
};

/** What stands in for a token where the system chooses the colours: a picture isn't changed by that, but all around it is. */
const systemColors: Record<string, string> = {
  "--color-ink": "CanvasText",
  "--color-ink-muted": "CanvasText",
  "--color-ink-faint": "CanvasText",
  "--color-line": "GrayText",
  "--color-surface": "Canvas",
  "--color-raised": "Canvas",
  "--color-accent": "Highlight",
};

/** The page's tokens resolved to rgb. Read again when the theme changes. */
export function readTheme(root: HTMLElement): ChartTheme {
  const probe = document.createElement("span");
  probe.style.display = "none";
  probe.style.setProperty("forced-color-adjust", "none");
  root.append(probe);
  const forced = matchMedia("(forced-colors: active)").matches;
  const resolve = (token: string, fallback: string) => {
    probe.style.color = "";
    probe.style.color = (forced && systemColors[token]) || `var(${token}, ${fallback})`;
    return asRgb(getComputedStyle(probe).color) ?? fallback;
  };
  const theme: ChartTheme = {
    series: plainTheme.series.map((fallback, index) => resolve(`--chart-${index + 1}`, fallback)),
    ink: resolve("--color-ink", plainTheme.ink),
    muted: resolve("--color-ink-muted", plainTheme.muted),
    faint: resolve("--color-ink-faint", plainTheme.faint),
    line: resolve("--color-line", plainTheme.line),
    surface: resolve("--color-surface", plainTheme.surface),
    raised: resolve("--color-raised", plainTheme.raised),
    accent: resolve("--color-accent", plainTheme.accent),
    success: resolve("--color-success", plainTheme.success),
    danger: resolve("--color-danger", plainTheme.danger),
    font: getComputedStyle(root).fontFamily || plainTheme.font,
    patterns: forced,
  };
  probe.remove();
  return theme;
}

let pixel: CanvasRenderingContext2D | null | undefined;

/** Any CSS colour, oklch too, as rgb: painted once and read back, since the chart library knows only old notations. */
function asRgb(color: string): string | null {
  if (/^rgba?\(/.test(color)) return color;
  pixel ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  if (!pixel) return null;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha / 255) * 100) / 100})`;
}

/** A colour made see-through, for areas and cells. */
export function faded(rgb: string, alpha: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(rgb);
  const channels = hex
    ? hex.slice(1, 4).map((part) => Number.parseInt(part, 16))
    : (rgb
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? [0, 0, 0]);
  return `rgba(${channels.join(", ")}, ${alpha})`;
}
