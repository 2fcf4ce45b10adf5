import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runScenario, type ScenarioParts } from "@/lib/lab/run-scenario";
import type { Scenario } from "@/lib/lab/scenario";
import type { TurnCounts } from "@/lib/lab/turn-result";

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
  mean: TurnCounts & { cachedShare: number };
};
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
    sides.push({ label, scenario, runs, mean: meanOf(runs) });
  }
  return { name: comparison.name, model: parts.model, at: new Date().toISOString(), sides, problems };
}

function meanOf(runs: readonly TurnCounts[]): Side["mean"] {
  const mean = (key: keyof TurnCounts) =>
    runs.length === 0 ? 0 : runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
  const promptTokens = mean("promptTokens");
  return {
    toolCalls: mean("toolCalls"),
    modelCalls: mean("modelCalls"),
    promptTokens,
    cachedTokens: mean("cachedTokens"),
    outputTokens: mean("outputTokens"),
    durationMs: mean("durationMs"),
    cachedShare: promptTokens === 0 ? 0 : mean("cachedTokens") / promptTokens,
  };
}

/** The same numbers as a table for people. */
export function renderComparison({ name, model, sides }: Compared): string {
  const rows: [string, (mean: Side["mean"]) => string][] = [
    ["tool calls", (mean) => count(mean.toolCalls)],
    ["model calls", (mean) => count(mean.modelCalls)],
    ["prompt tokens", (mean) => count(mean.promptTokens)],
    ["cached share", (mean) => `${Math.round(mean.cachedShare * 100)} %`],
    ["output tokens", (mean) => count(mean.outputTokens)],
    ["time", (mean) => `${Math.round(mean.durationMs)} ms`],
  ];
  const lines = [
    ["", ...sides.map((side) => side.label)],
    ...rows.map(([label, show]) => [label, ...sides.map((side) => show(side.mean))]),
  ];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const padded = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("   "),
  );
  const times = sides[0]?.runs.length ?? 0;
  return [`${name}, ${model}, mean of ${times} run${times === 1 ? "" : "s"} (last turn)`, ...padded].join(
    "\n",
  );
}

const count = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Keeps a comparison as JSON beside earlier ones; gives the file's path. */
export function saveComparison(compared: Compared, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${compared.name}-${compared.at.replace(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(compared, null, 2)}\n`);
  return file;
}
