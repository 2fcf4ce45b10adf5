import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runScenario, type ScenarioParts } from "@/lib/lab/run-scenario";
import type { TurnCounts } from "@/lib/lab/turn-result";
import type { Scenario } from "@/lib/scenarios/scenario";

/** Two scenarios that reach the same end by different ways. Their last turns are compared (L2). */
export type Comparison = { name: string; sides: { label: string; scenario: string }[] };

export const comparisons: readonly Comparison[] = [
  {
    name: "workspace-vs-read",
    sides: [
      { label: "with views", scenario: "workspace-extend" },
      { label: "reading first", scenario: "workspace-extend-read" },
    ],
  },
];

export type Side = {
  label: string;
  scenario: string;
  runs: TurnCounts[];
  mean: Counts;
  /** Standard deviation; nothing to tell of a single run. */
  spread: Counts;
};
type Counts = TurnCounts & { cachedShare: number };
export type Compared = { name: string; model: string; at: string; sides: Side[]; problems: string[] };

/** Plays each side `runs` times. Every number is counted in those runs. */
export async function compare(
  comparison: Comparison,
  find: (name: string) => Scenario,
  parts: ScenarioParts & { runs: number; model: string },
): Promise<Compared> {
  const problems: string[] = [];
  const sides: Side[] = [];
  for (const { label, scenario } of comparison.sides) {
    const runs: TurnCounts[] = [];
    for (let run = 0; run < parts.runs; run += 1) {
      const played = await runScenario(find(scenario), parts);
      problems.push(...played.problems.map((problem) => `${scenario}: ${problem}`));
      const last = played.turns.at(-1);
      if (last) runs.push(last.counts());
    }
    sides.push({ label, scenario, runs, mean: eachOf(runs, mean), spread: eachOf(runs, deviation) });
  }
  return { name: comparison.name, model: parts.model, at: new Date().toISOString(), sides, problems };
}

function eachOf(runs: readonly TurnCounts[], reduce: (values: number[]) => number): Counts {
  const of = (value: (run: TurnCounts) => number) => reduce(runs.map(value));
  return {
    toolCalls: of((run) => run.toolCalls),
    modelCalls: of((run) => run.modelCalls),
    promptTokens: of((run) => run.promptTokens),
    cachedTokens: of((run) => run.cachedTokens),
    outputTokens: of((run) => run.outputTokens),
    durationMs: of((run) => run.durationMs),
    cachedShare: of((run) => (run.promptTokens === 0 ? 0 : run.cachedTokens / run.promptTokens)),
  };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

const rows: { label: string; key: keyof Counts; show(value: number): string }[] = [
  { label: "tool calls", key: "toolCalls", show: count },
  { label: "model calls", key: "modelCalls", show: count },
  { label: "prompt tokens", key: "promptTokens", show: count },
  { label: "cached share", key: "cachedShare", show: (value) => `${Math.round(value * 100)} %` },
  { label: "output tokens", key: "outputTokens", show: count },
  { label: "time", key: "durationMs", show: (value) => `${Math.round(value)} ms` },
];

function count(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The same numbers as a table for people; with several runs "mean ± spread" where they differ. */
export function renderComparison({ name, model, sides }: Compared): string {
  const times = sides[0]?.runs.length ?? 0;
  const cell = ({ mean, spread }: Side, { key, show }: (typeof rows)[number]) =>
    spread[key] > 0 ? `${show(mean[key])} ± ${show(spread[key])}` : show(mean[key]);
  const lines = [
    ["", ...sides.map((side) => side.label)],
    ...rows.map((row) => [row.label, ...sides.map((side) => cell(side, row))]),
  ];
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const padded = lines.map((line) =>
    line
      .map((text, column) => (column === 0 ? text.padEnd(width(0)) : text.padStart(width(column))))
      .join("   "),
  );
  const heading = `${name}, ${model}, mean of ${times} run${times === 1 ? "" : "s"} (last turn)`;
  return [heading, ...padded].join("\n");
}

/** Keeps a comparison as JSON beside earlier ones; gives the file's path. */
export function saveComparison(compared: Compared, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${compared.name}-${compared.at.replace(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(compared, null, 2)}\n`);
  return file;
}
