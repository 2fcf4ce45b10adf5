import { expect, test } from "vitest";
import { folded, sectionsOf } from "@/app/_canvas/dashboard/sections";
import { Widget } from "@/lib/dashboards/schema";

const at = (id: string, y: number, h: number, section = false) =>
  Widget.parse({
    ...{ id, title: id, kind: "text", text: "", spec: section ? { section } : {} },
    layout: { x: 0, y, w: 12, h },
    placedBy: "agent",
    madeBy: { kind: "agent", name: "visualizer" },
  });
const widgets = [
  at("w_top", 0, 3),
  at("w_one", 3, 1, true),
  at("w_a", 4, 6),
  at("w_b", 10, 6),
  at("w_two", 16, 1, true),
  at("w_c", 17, 5),
];

test("[D13] a section has what lies below it, up to the next one", () => {
  expect(sectionsOf(widgets)).toEqual([
    { id: "w_one", top: 4, bottom: 16 },
    { id: "w_two", top: 17, bottom: 22 },
  ]);
  expect(folded(widgets, new Set()).countIn("w_one")).toBe(2);
});

test("[D13] folding hides its widgets and draws the rest higher; what is stored stays", () => {
  const board = folded(widgets, new Set(["w_one"]));
  expect(board.visible.map(({ id }) => id)).toEqual(["w_top", "w_one", "w_two", "w_c"]);
  expect(board.visible.map(({ layout }) => board.drawnY(layout.y))).toEqual([0, 3, 4, 5]);
  for (const { layout } of board.visible) {
    const y = board.drawnY(layout.y);
    expect(y + board.shift(y)).toBe(layout.y);
  }
  const both = folded(widgets, new Set(["w_one", "w_two"]));
  expect(both.visible.map(({ layout }) => both.drawnY(layout.y))).toEqual([0, 3, 4]);
});
