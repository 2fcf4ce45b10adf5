import { expect, test } from "vitest";
import { summarizeCall } from "./tool-summary";

const names = (id: string) => ({ d_abcdef: "Churn by region", q_abcdef: "Churn" })[id];
const plot = { dashboard_id: "d_abcdef", widgets: [{ title: "A" }, { title: "B" }] };

test("[C2] a call is told in a person's words, as it goes on and afterwards", () => {
  const say = (status: "writing" | "running" | "done" | "failed" | "stopped") =>
    summarizeCall("dashboard___plot_widgets", plot, status, { names }).text;
  expect(say("running")).toBe("Plotting 2 widgets on “Churn by region”");
  expect(say("done")).toBe("Plotted 2 widgets on “Churn by region”");
  expect(say("failed")).toBe("Couldn’t plot 2 widgets on “Churn by region”");
  expect(say("stopped")).toBe("Stopped plotting 2 widgets on “Churn by region”");
});

test("[C11] of what came to nothing a card doesn't say that it was done", () => {
  const result = "Board “Churn”, version 3.\nMade w_1 line “A”.\nFailed: “B”: there is no column x";
  expect(summarizeCall("dashboard___plot_widgets", plot, "done", { names, result }).text).toBe(
    "Plotted 1 of 2 widgets on “Churn by region”",
  );
});

test("[C3] half-written arguments are enough for a line", () => {
  const say = (input: unknown) =>
    summarizeCall("sql-workbench___create_queries", input, "writing", { names }).text;
  expect(say(undefined)).toBe("Saving queries");
  expect(say({ queries: [{}] })).toBe("Saving 1 query");
  expect(say({ queries: [{ title: "Churn" }] })).toBe("Saving “Churn”");
  expect(say({ queries: 7 })).toBe("Saving queries");
});

test("[C4] a card links to what its call touched, by the arguments or by the result", () => {
  const target = (tool: string, input: unknown, result = "") =>
    summarizeCall(tool, input, "done", { names, result }).target;
  expect(target("dashboard___plot_widgets", plot)).toEqual({ kind: "board", id: "d_abcdef" });
  expect(target("dashboard___create_dashboard", { title: "X" }, "Made d_xyz123.")).toEqual({
    kind: "board",
    id: "d_xyz123",
  });
  expect(target("sql-workbench___create_queries", {}, "Saved q_abc123, q_def456.")).toEqual({
    kind: "query",
    id: "q_abc123",
  });
  expect(target("dashboard___delete_dashboard", { dashboard_id: "d_abcdef" })).toBeUndefined();
});

test("[T2] a tool this page doesn't know is called by its own words", () => {
  expect(summarizeCall("weather___get_forecast", {}, "running", { names }).text).toBe(
    "Calling get forecast (weather)",
  );
});
