import { afterEach, expect, test } from "vitest";
import { createMetrics } from "@/lib/observability/metrics";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const calls = [
  { id: "a", tool: "lab___slow", input: { ms: 1 } },
  { id: "b", tool: "lab___fail", input: { message: "no" } },
];

test("[C10] runs, model calls, tokens, tools and a reader's lag are counted, for the inspector and for Prometheus", async () => {
  const metrics = createMetrics({ liveRuns: () => open.runs.liveCount() });
  open = await openTestRuns(
    { lead: [{ calls }, { text: "Done." }] },
    {
      trace: (_run, entry) => metrics.noteTrace(entry),
      onEnd: metrics.noteRun,
      onLag: metrics.noteLag,
    },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  const ended = (client: StreamClient) => client.taken > 5 && !client.running;
  await new StreamClient().read(await open.runs.read("local", "t_1"), ended);
  await open.runs.settled();
  metrics.noteQuery("file", "success", 12);

  const figures = await metrics.read();
  const count = (name: string, labels: object = {}) =>
    figures.find((each) => each.name === name && JSON.stringify(each.labels) === JSON.stringify(labels))
      ?.count;
  expect(count("kaboo_run_seconds", { status: "success" })).toBe(1);
  expect(count("kaboo_runs_live")).toBe(0);
  expect(count("kaboo_model_call_seconds", { agent: "lead" })).toBe(2);
  expect(count("kaboo_model_tokens_total", { agent: "lead", kind: "output" })).toBeGreaterThan(0);
  expect(count("kaboo_tool_call_seconds", { tool: "lab___slow", outcome: "success" })).toBe(1);
  expect(count("kaboo_tool_call_seconds", { tool: "lab___fail", outcome: "error" })).toBe(1);
  expect(count("kaboo_reader_lag_seconds")).toBeGreaterThan(0);
  const query = figures.find(({ name }) => name === "kaboo_query_seconds");
  expect(query).toMatchObject({ labels: { source: "file", outcome: "success" }, count: 1, mean: 0.012 });
  const { text } = await metrics.render();
  expect(text).toContain('kaboo_run_seconds_count{status="success"} 1');
});

test("[E6] an effect that failed is counted by its tool", async () => {
  const metrics = createMetrics({ liveRuns: () => 0 });
  metrics.noteTrace({ kind: "warning", agent: "a", tool: "t___x", reason: "it threw" });
  metrics.noteTrace({ kind: "warning", agent: "a", tool: "t___x", reason: "its effect", effect: true });
  const failures = (await metrics.read()).filter(({ name }) => name === "kaboo_effect_failures_total");
  expect(failures).toEqual([{ name: "kaboo_effect_failures_total", labels: { tool: "t___x" }, count: 1 }]);
});
