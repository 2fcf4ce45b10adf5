import { expect, test } from "vitest";
import { arrived, ghostsOn } from "@/app/_canvas/dashboard/ghosts";
import { boardWith } from "@/app/_canvas/dashboard/testing";
import { touchedBy } from "@/app/_canvas/touching";
import { placeWidgets } from "@/lib/dashboards/layout";

const taken = { x: 0, y: 0, w: 12, h: 4 };
const board = boardWith({ w_1: taken });
const call = (args: unknown) => ({ id: "c_1", agent: "visualizer", args });
const widgets = [
  { title: "Churn by region", kind: "line", query_id: "q_1" },
  { title: "Churn", kind: "number", query_id: "q_2" },
];

test("[C3] a ghost is drawn as soon as its kind is written, with the title so far", () => {
  expect(ghostsOn(board, [call({ dashboard_id: "d_1" })])).toEqual([]);
  expect(ghostsOn(board, [call({ dashboard_id: "d_1", widgets: [{ title: "Churn by r" }] })])).toEqual([]);
  const [ghost] = ghostsOn(board, [
    call({ dashboard_id: "d_1", widgets: [{ title: "Churn by r", kind: "line" }] }),
  ]);
  expect(ghost).toMatchObject({ title: "Churn by r", kind: "line", agent: "visualizer" });
});

test("[C3] ghosts lie where the service will put the widgets, also when the arguments come in one piece", () => {
  const ghosts = ghostsOn(board, [call({ dashboard_id: "d_1", widgets })]);
  const places = placeWidgets([taken], [{ kind: "line" }, { kind: "number" }]);
  expect(ghosts.map(({ layout }) => layout)).toEqual(places);
});

test("[C3] two agents' ghosts do not overlap, and another board's are not drawn here", () => {
  const calls = [
    call({ dashboard_id: "d_1", widgets }),
    { id: "c_2", agent: "other", args: { dashboard_id: "d_1", widgets } },
  ];
  expect(new Set(ghostsOn(board, calls).map(({ layout }) => `${layout.x},${layout.y}`)).size).toBe(4);
  expect(ghostsOn(board, [call({ dashboard_id: "d_2", widgets })])).toEqual([]);
});

test("[C3] the widget takes its ghost's key, so that one becomes the other in place", () => {
  const ghosts = ghostsOn(board, [
    call({ dashboard_id: "d_1", widgets: [{ title: "w_2 ", kind: "table" }] }),
  ]);
  const [ghost] = ghosts;
  const after = boardWith({ w_1: taken, w_2: ghost?.layout ?? taken });
  const before = new Set(["w_1"]);
  expect([...arrived(ghosts, after, before)]).toEqual([["w_2", "c_1:0"]]);
  expect([...arrived(ghosts, board, before)]).toEqual([]);
  expect([...arrived(ghosts, after, new Set(["w_1", "w_2"]))]).toEqual([]);
});

test("[C2] a widget shows which agent is changing it", () => {
  const update = { dashboard_id: "d_1", widgets: [{ widget_id: "w_1", title: "New" }, { widget_id: 7 }] };
  expect([...touchedBy("d_1", [call(update)])]).toEqual([["w_1", "visualizer"]]);
  expect([...touchedBy("d_2", [call(update)])]).toEqual([]);
});
