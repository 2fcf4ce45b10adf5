import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { TraceEntry } from "@/lib/agent/run";

const quick = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const long = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What the server counts, in Prometheus' terms: seconds, totals, and labels of which there are few. One per process.
 * Nothing in it says what anybody asked or saw.
 */
export function createMetrics({ liveRuns }: { liveRuns(): number }) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const runs = new Histogram({
    name: "kaboo_run_seconds",
    help: "Runs that ended, by how, with the time they took",
    labelNames: ["status"],
    buckets: long,
    registers,
  });
  new Gauge({
    name: "kaboo_runs_live",
    help: "Runs at work in this process",
    registers,
    collect() {
      this.set(liveRuns());
    },
  });
  const modelCalls = new Histogram({
    name: "kaboo_model_call_seconds",
    help: "Model calls that answered, by agent",
    labelNames: ["agent"],
    buckets: long,
    registers,
  });
  const tokens = new Counter({
    name: "kaboo_model_tokens_total",
    help: "Tokens as the provider counts them; cached ones are part of the input",
    labelNames: ["agent", "kind"],
    registers,
  });
  const toolCalls = new Histogram({
    name: "kaboo_tool_call_seconds",
    help: "Tool calls that were run, by tool and outcome",
    labelNames: ["tool", "outcome"],
    buckets: quick,
    registers,
  });
  const effectFailures = new Counter({
    name: "kaboo_effect_failures_total",
    help: "Effects that changed nothing because they failed",
    labelNames: ["tool"],
    registers,
  });
  const queries = new Histogram({
    name: "kaboo_query_seconds",
    help: "Queries that reached a source, by its kind and the outcome; cached rows are not among them",
    labelNames: ["source", "outcome"],
    buckets: quick,
    registers,
  });
  const readerLag = new Histogram({
    name: "kaboo_reader_lag_seconds",
    help: "How long stored events waited until a live reader took them",
    buckets: quick,
    registers,
  });

  return {
    noteRun: (status: string, ms: number) => runs.observe({ status }, ms / 1_000),
    noteTrace(entry: TraceEntry): void {
      switch (entry.kind) {
        case "model-answer": {
          const { agent, usage } = entry;
          modelCalls.observe({ agent }, entry.durationMs / 1_000);
          tokens.inc({ agent, kind: "input" }, usage.inputTokens);
          tokens.inc({ agent, kind: "cached" }, usage.cachedInputTokens);
          tokens.inc({ agent, kind: "output" }, usage.outputTokens);
          return;
        }
        case "tool-call":
          toolCalls.observe(
            { tool: entry.tool, outcome: entry.isError ? "error" : "success" },
            entry.durationMs / 1_000,
          );
          return;
        case "warning":
          if (entry.effect && entry.tool) effectFailures.inc({ tool: entry.tool });
          return;
        case "model-call":
        case "effect":
          return;
        default:
          entry satisfies never;
      }
    },
    noteQuery: (source: string, outcome: "success" | "error" | "cancelled", ms: number) =>
      queries.observe({ source, outcome }, ms / 1_000),
    noteLag: (ms: number) => readerLag.observe(ms / 1_000),

    /** All of it as Prometheus reads it. */
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    /** The project's own figures, for the inspector. */
    async read(): Promise<Figure[]> {
      const all = await registry.getMetricsAsJSON();
      return all.filter(({ name }) => name.startsWith("kaboo_")).flatMap(figuresOf);
    },
  };
}

/** One line of the inspector's table. `mean` is in seconds. */
export type Figure = { name: string; labels: Record<string, string | number>; count: number; mean?: number };

type Measured = {
  name: string;
  values: { value: number; labels: Record<string, string | number | undefined>; metricName?: string }[];
};

/** A histogram's count and mean by its labels, or a counter's value. */
function figuresOf(metric: object): Figure[] {
  const { name, values } = metric as Measured;
  const labelsOf = (labels: Measured["values"][number]["labels"]) =>
    Object.fromEntries(
      Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  const sums = new Map(
    values
      .filter(({ metricName }) => metricName === `${name}_sum`)
      .map(({ labels, value }) => [JSON.stringify(labels), value]),
  );
  if (sums.size === 0)
    return values.map(({ labels, value }) => ({ name, labels: labelsOf(labels), count: value }));
  return values
    .filter(({ metricName }) => metricName === `${name}_count`)
    .map(({ labels, value }) => ({
      ...{ name, labels: labelsOf(labels), count: value },
      mean: value === 0 ? 0 : (sums.get(JSON.stringify(labels)) ?? 0) / value,
    }));
}
