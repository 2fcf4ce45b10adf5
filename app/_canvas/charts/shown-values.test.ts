import { expect, test } from "vitest";
import { walked } from "@/app/_canvas/charts/chart-view";
import { type Chart, compile } from "@/app/_canvas/charts/compile";
import { rowsBehind } from "@/app/_canvas/charts/rows-behind";
import { plainTheme } from "@/app/_canvas/charts/theme";
import { toneOf } from "@/app/_canvas/charts/tone";
import type { Cell, Rows } from "@/lib/sources/schema";

const drawing = { theme: plainTheme, person: { locale: "en-US", timeZone: "UTC" }, width: 640, height: 320 };
const rowsOf = (shape: Record<string, string>, rows: Cell[][]): Rows => ({
  columns: Object.entries(shape).map(([name, type]) => ({ name, type })),
  rows,
  truncated: false,
});
const byPlan = rowsOf({ plan: "VARCHAR", region: "VARCHAR", orders: "BIGINT" }, [
  ["Team", "EU", "40"],
  ["Starter", "EU", "5"],
  ["Team", "US", "20"],
  ["Solo", "EU", "3"],
  ["Business", "US", "30"],
  ["Solo", "US", null],
]);
const bars = (spec: object): Chart => ({ kind: "bar", spec: { x: "plan", y: ["orders"], ...spec } });

test("[D15] the largest are drawn, the rest is one bar named Other, and a note says so", () => {
  const compiled = compile(bars({ top: 2, sort: "descending" }), byPlan, drawing);
  const labels = [0, 1, 2].map((at) => compiled.markAt(0, at));
  expect(labels.map((mark) => [mark?.label, mark?.value])).toEqual([
    ["Team", "60"],
    ["Business", "30"],
    ["Other", "8"],
  ]);
  expect(labels[2]?.where).toEqual([]);
  expect(compiled.notes).toContain("“Other” adds up the 2 smallest.");
  expect(compile(bars({ top: 3 }), byPlan, drawing).notes.join()).not.toContain("Other");
});

test("[D15] of many series the largest are drawn, the rest is Other", () => {
  const spec = { x: "region", y: ["orders"], series: "plan", top: 2 };
  const { markAt, sizes } = compile({ kind: "line", spec }, byPlan, drawing);
  expect(sizes).toHaveLength(3);
  expect(markAt(2, 0)).toMatchObject({ label: "EU, Other", value: "8" });
});

test("[D15] a line to read values against is drawn, and the axis reaches it", () => {
  const { option } = compile(bars({ lines: [{ value: 90, label: "Target {a}" }] }), byPlan, drawing);
  const json = JSON.stringify(option, (_, value) =>
    typeof value === "function" ? value({ min: 0, max: 60 }) : value,
  );
  expect(json).toContain('"yAxis":90');
  expect(json).toContain('"formatter":"Target a 90"');
  expect(json).toContain('"max":90');
});

test("[D15] each column may have its own format", () => {
  const rows = rowsOf({ day: "DATE", share: "DOUBLE", paid: "DECIMAL(9,2)" }, [
    ["2026-01-01", 0.25, "12.50"],
  ]);
  const spec = { x: "day", y: ["share", "paid"], formats: { share: "percent", paid: "currency" } } as const;
  const { markAt } = compile({ kind: "bar", spec: { ...spec, y: [...spec.y] } }, rows, drawing);
  expect([markAt(0, 0)?.value, markAt(1, 0)?.value]).toEqual(["25%", "$12.50"]);
});

test("[D15] the first rule that holds gives a value its colour", () => {
  const rules = [
    { when: "above", value: 10, tone: "bad" },
    { when: "above", value: 5, tone: "warning" },
    { when: "below", value: 1, tone: "good" },
  ] as const;
  expect(["11.5", 7, 0, 3, null, "words"].map((cell) => toneOf(rules, cell))).toEqual([
    ...["bad", "warning", "good"],
    ...[null, null, null],
  ]);
});

test("[C14] behind a mark are the rows of the result it is drawn from", () => {
  const { markAt } = compile(bars({ series: "region" }), byPlan, drawing);
  const team = markAt(0, 0);
  expect(team).toMatchObject({ label: "Team, EU", value: "40" });
  expect(team && rowsBehind(byPlan, team).rows).toEqual([["Team", "EU", "40"]]);
  const pie: Chart = { kind: "pie", spec: { label: "region", value: "orders" } };
  const slice = compile(pie, byPlan, drawing).markAt(0, 0);
  expect(slice).toMatchObject({ label: "US", where: [{ column: "region", cell: "US" }] });
  expect(slice && rowsBehind(byPlan, slice).rows).toHaveLength(3);
});

test("[U3] arrow keys walk a chart's marks and stop at its ends", () => {
  const sizes = [3, 2];
  const first = walked("ArrowRight", null, sizes);
  expect(first).toEqual({ series: 0, point: 0 });
  expect(walked("End", first, sizes)).toEqual({ series: 0, point: 2 });
  expect(walked("ArrowDown", { series: 0, point: 2 }, sizes)).toEqual({ series: 1, point: 1 });
  expect(walked("ArrowLeft", { series: 1, point: 0 }, sizes)).toEqual({ series: 1, point: 0 });
  expect(walked("x", first, sizes)).toBeNull();
});
