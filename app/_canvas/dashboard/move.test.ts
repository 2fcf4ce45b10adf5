import { moveElement } from "react-grid-layout/core";
import { expect, test } from "vitest";
import { asPlaced } from "@/app/_canvas/dashboard/as-placed";
import { specEdit, withSetting } from "@/app/_canvas/dashboard/encodings";
import { inReadingOrder, moved, resized } from "@/app/_canvas/dashboard/move";
import { boardWith } from "@/app/_canvas/dashboard/testing";
import { applyEdit, requestOf } from "@/app/_canvas/data/edit";

const place = { x: 0, y: 0, w: 4, h: 4 };

test("[D7] widgets are drawn as placed: gaps stay, and a drag pushes nobody away", () => {
  const layout = [
    { i: "a", x: 0, y: 6, w: 4, h: 4 },
    { i: "b", x: 4, y: 20, w: 4, h: 4 },
  ];
  expect(asPlaced.compact(layout, 12)).toMatchObject(layout);
  const [a] = layout;
  if (!a) throw new Error("no layout");
  const dragged = moveElement(
    layout,
    a,
    4,
    20,
    true,
    asPlaced.preventCollision,
    asPlaced.type,
    12,
    asPlaced.allowOverlap,
  );
  expect(dragged.find(({ i }) => i === "b")).toMatchObject({ x: 4, y: 20 });
});

test("[C7] keys move a widget by a step, over what is in the way, and never off the grid", () => {
  expect(moved(place, "right", [])).toEqual({ ...place, x: 1 });
  expect(moved(place, "left", [])).toBeNull();
  expect(moved(place, "up", [])).toBeNull();
  expect(moved(place, "right", [{ x: 4, y: 0, w: 4, h: 4 }])).toEqual({ ...place, x: 8 });
  expect(moved(place, "down", [{ x: 0, y: 4, w: 12, h: 9 }])).toEqual({ ...place, y: 13 });
  expect(moved(place, "right", [{ x: 4, y: 0, w: 8, h: 4 }])).toBeNull();
});

test("[C7] keys resize a widget where there is room", () => {
  expect(resized(place, "right", [])).toEqual({ ...place, w: 5 });
  expect(resized(place, "right", [{ x: 4, y: 2, w: 4, h: 4 }])).toBeNull();
  expect(resized({ ...place, h: 2 }, "up", [])).toBeNull();
});

test("[C7] one column reads as the grid does, row by row", () => {
  const board = boardWith({ w_1: { ...place, y: 4 }, w_2: { ...place, x: 4 }, w_3: place });
  expect(inReadingOrder(board.widgets).map(({ id }) => id)).toEqual(["w_3", "w_2", "w_1"]);
});

test("[C7] an edit shows at once and travels with the version it was made on", () => {
  const board = boardWith({ w_1: place, w_2: { ...place, x: 4 } });
  const edit = {
    kind: "widget",
    widgetId: "w_1",
    edit: { title: "Churn", layout: { ...place, x: 8 } },
  } as const;
  const after = applyEdit(board, edit);
  expect(after.widgets[0]).toMatchObject({ title: "Churn", layout: { x: 8 }, placedBy: "person" });
  expect(after.widgets[1]).toBe(board.widgets[1]);
  expect(requestOf("d_1", 3, edit)).toMatchObject([
    "/api/dashboards/d_1/widgets/w_1",
    { method: "PATCH", headers: { "if-match": '"3"' } },
  ]);
  expect(applyEdit(board, { kind: "remove", widgetId: "w_1" }).widgets).toEqual([board.widgets[1]]);
});

test("[C7] only the settings that changed travel, and one left to its default is taken out", () => {
  const spec = { x: "plan", y: ["mrr"], stack: "stacked" };
  expect(specEdit(spec, withSetting(spec, "stack", ""))).toEqual({ stack: null });
  expect(specEdit(spec, withSetting(spec, "y", ["mrr", "seats"]))).toEqual({ y: ["mrr", "seats"] });
  expect(specEdit(spec, { ...spec })).toBeNull();
});
