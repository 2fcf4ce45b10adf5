import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { expect, test } from "vitest";
import { type Chart, compile } from "@/app/_canvas/charts/compile";
import "@/app/_canvas/charts/engine";
import { plainTheme } from "@/app/_canvas/charts/theme";
import { extreme, typical } from "@/app/gallery/examples";
import type { Rows } from "@/lib/sources/schema";

use([SVGRenderer]);

/** Letters may touch (px). */
const slack = 2;
type Storage = ReturnType<ReturnType<typeof init>["getZr"]>["storage"];
type Shape = ReturnType<Storage["getDisplayList"]>[number];

function boxOf(element: Pick<Shape, "getBoundingRect" | "getComputedTransform">) {
  const box = element.getBoundingRect().clone();
  box.applyTransform(element.getComputedTransform());
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

type Box = { text: string; left: number; right: number; top: number; bottom: number };

/** Where each piece of text stands, as the chart library has laid it out. */
function textsOf(chart: Chart, rows: Rows, width: number, height: number): Box[] {
  const drawing = { theme: plainTheme, person: { locale: "en-US", timeZone: "UTC" }, width, height };
  const drawn = init(null, null, { renderer: "svg", ssr: true, width, height });
  drawn.setOption(compile(chart, rows, drawing).option);
  const boxes = drawn
    .getZr()
    .storage.getDisplayList(true)
    .flatMap((element): Box[] => {
      const text: unknown = Reflect.get(element.style ?? {}, "text");
      if (element.type !== "tspan" || typeof text !== "string" || !text.trim()) return [];
      // A legend of one page has its “1/1” all the same, out of sight.
      if (element.invisible || text === "1/1") return [];
      const box = boxOf(element);
      // A legend scrolls: what its window cuts off is out of sight.
      for (let around: Shape | Shape["parent"] = element; around; around = around.parent) {
        const window = around.getClipPath();
        if (!window) continue;
        const within = boxOf(window);
        box.left = Math.max(box.left, within.left);
        box.right = Math.min(box.right, within.right);
      }
      return box.right - box.left > slack ? [{ text, ...box }] : [];
    });
  drawn.dispose();
  return boxes;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right - slack &&
  b.left < a.right - slack &&
  a.top < b.bottom - slack &&
  b.top < a.bottom - slack;

const sizes = [
  [230, 170],
  [320, 250],
  [640, 250],
] as const;

test("[D8] in no chart of the gallery, however small, does a text lie on another or outside", () => {
  const wrong: string[] = [];
  for (const { name, widget, state } of [...typical, ...extreme]) {
    if (state.status !== "ready" || ["number", "table", "pivot", "text"].includes(widget.kind)) continue;
    if (state.rows.rows.length > 5_000) continue;
    for (const [width, height] of sizes) {
      const boxes = textsOf(widget as Chart, state.rows, width, height);
      for (const [index, box] of boxes.entries()) {
        const where = `${name} at ${width} × ${height}`;
        if (box.left < -slack || box.right > width + slack || box.top < -slack || box.bottom > height + slack)
          wrong.push(`${where}: “${box.text}” is outside ${JSON.stringify(box)}`);
        for (const other of boxes.slice(index + 1))
          if (overlap(box, other)) wrong.push(`${where}: “${box.text}” lies on “${other.text}”`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
