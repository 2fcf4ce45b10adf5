import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KeptRun } from "@/lib/lab/kept-run";
import type { ScenarioRun } from "@/lib/lab/run-scenario";

const fileOf = (folder: string, name: string) => join(folder, "runs", `${name}.json`);

/** Keeps what came of a scenario, over what came of it before: `/lab` shows it. */
export function keepRun(folder: string, { scenario, turns, problems }: ScenarioRun): KeptRun {
  const kept: KeptRun = {
    name: scenario.name,
    at: new Date().toISOString(),
    problems,
    turns: turns.map((turn, index) => ({
      user: scenario.turns[index]?.user ?? "",
      status: turn.status,
      answer: turn.answer(),
      calls: turn.calls().map(({ id, tool, failed }) => ({ id, tool, failed })),
      counts: turn.counts(),
      prompts: turn.prompts.map(({ kind: _, ...prompt }) => prompt),
    })),
  };
  mkdirSync(join(folder, "runs"), { recursive: true });
  writeFileSync(fileOf(folder, scenario.name), JSON.stringify(kept));
  return kept;
}

/** The last run of a scenario; undefined when it hasn't been played, or by a version that kept other things. */
export function readLastRun(folder: string, name: string): KeptRun | undefined {
  try {
    return KeptRun.parse(JSON.parse(readFileSync(fileOf(folder, name), "utf8")));
  } catch {
    return undefined;
  }
}
