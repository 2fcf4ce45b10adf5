import { expect, test } from "vitest";
import { defaultSpec } from "@/lib/dashboards/default-spec";
import { widgetKinds } from "@/lib/dashboards/schema";
import { editWidget, newWidget } from "@/lib/dashboards/widget";

const columns = [
  { name: "month", type: "DATE" },
  { name: "region", type: "VARCHAR" },
  { name: "churn", type: "DECIMAL(18,2)" },
  { name: "accounts", type: "BIGINT" },
];
const queries = new Map([["q_1", { columns }]]);
const placed = {
  id: "w_1",
  layout: { x: 0, y: 0, w: 6, h: 8 },
  placedBy: "agent",
  madeBy: { kind: "agent", name: "visualizer" },
} as const;
const make = (input: Parameters<typeof newWidget>[0]) => newWidget(input, placed, queries);

test("[D8] every kind can be made from a query's columns alone", () => {
  for (const kind of widgetKinds) {
    const widget = make(
      kind === "text" ? { title: "A", kind, text: "# A" } : { title: "A", kind, queryId: "q_1" },
    );
    expect(widget.kind).toBe(kind);
  }
  expect(defaultSpec("line", columns.slice(0, 3))).toEqual({ x: "month", y: ["churn"], series: "region" });
  expect(defaultSpec("bar", columns)).toEqual({ x: "region", y: ["churn", "accounts"] });
  expect(defaultSpec("number", columns)).toEqual({
    value: "churn",
    sparkline: { x: "month", y: "churn" },
  });
  const numbered = ["account_id", "year", "revenue"].map((name) => ({ name, type: "INTEGER" }));
  expect(defaultSpec("line", numbered)).toEqual({ x: "year", y: ["revenue"] });
  expect(defaultSpec("bar", numbered.slice(1))).toEqual({ x: "year", y: ["revenue"] });
  expect(defaultSpec("number", numbered.slice(0, 1))).toEqual({ value: "account_id" });
});

test("[D8] a spec's own members count; only what it must have is guessed", () => {
  const widget = make({ title: "A", kind: "line", queryId: "q_1", spec: { y: ["churn"] } });
  expect(widget.spec).toEqual({ x: "month", y: ["churn"] });
});

test.each([
  [{ kind: "bar", queryId: "q_1", spec: { colour: "red" } }, /colour.*A bar's spec may have: x, y, series/],
  [
    { kind: "bar", queryId: "q_1", spec: { x: "nope" } },
    /spec\.x names "nope", but q_1 has only: month, region, churn/,
  ],
  [
    { kind: "number", queryId: "q_1", spec: { value: "churn", sparkline: { x: "day", y: "churn" } } },
    /spec\.sparkline\.x names "day"/,
  ],
  [
    { kind: "table", queryId: "q_1", spec: { columns: [{ column: "x", label: "not a column" }] } },
    /spec\.columns\.0\.column names "x", but/,
  ],
  [{ kind: "bar", queryId: "q_9" }, /There is no query q_9/],
  [{ kind: "bar" }, /needs a query_id/],
  [{ kind: "text" }, /needs text/],
] as const)("[D8] an error tells what to fix: %j", (input, message) => {
  expect(() => make({ title: "A", ...input } as Parameters<typeof newWidget>[0])).toThrow(message);
});

test("[D8] an edit names only what changes; null takes a member out; another kind starts anew", () => {
  const line = make({
    title: "A",
    kind: "line",
    queryId: "q_1",
    spec: { x: "month", y: ["churn"], smooth: true },
  });
  expect(editWidget(line, { spec: { smooth: null } }, "agent", queries).spec).toEqual({
    x: "month",
    y: ["churn"],
  });
  const pie = editWidget(line, { kind: "pie" }, "agent", queries);
  expect(pie).toMatchObject({
    kind: "pie",
    spec: { label: "region", value: "churn" },
    title: "A",
    queryId: "q_1",
  });
  expect(() => editWidget(line, { text: "x" }, "agent", queries)).toThrow(/Only a text widget has text/);
  expect(() => editWidget(line, { layout: { x: 8, y: 0, w: 6, h: 2 } }, "person", queries)).toThrow(
    /x \+ w is 14/,
  );
});

test("[D8] a share stays a share as another kind", () => {
  const bars = make({ title: "A", kind: "bar", queryId: "q_1", spec: { y: ["churn"], format: "percent" } });
  const pie = editWidget(bars, { kind: "pie" }, "person", queries);
  expect(pie.spec).toMatchObject({ value: "churn", format: "percent" });
  expect(editWidget(pie, { kind: "scatter" }, "person", queries).spec).not.toHaveProperty("format");
  const other = make({
    title: "A",
    kind: "bar",
    queryId: "q_1",
    spec: { y: ["accounts"], format: "percent" },
  });
  expect(editWidget(other, { kind: "pie" }, "person", queries).spec).not.toHaveProperty("format");
});

test("[D8] a widget whose query lost a column can still be renamed and moved", () => {
  const line = make({ title: "A", kind: "line", queryId: "q_1" });
  const gone = new Map([["q_1", { columns: [] }]]);
  expect(editWidget(line, { title: "B" }, "person", gone)).toMatchObject({ title: "B", spec: line.spec });
});
