import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { entryAgent } from "@/lib/agents/entry-agent";
import { parseEnv } from "@/lib/env";
import { compare, comparisons, renderComparison, saveComparison } from "@/lib/lab/compare";
import { keepRun } from "@/lib/lab/last-runs";
import { type Ground, openGround } from "@/lib/lab/open-lab";
import { runScenario, type ScenarioRun } from "@/lib/lab/run-scenario";
import type { TurnResult } from "@/lib/lab/turn-result";
import { createChooseModel } from "@/lib/model/choose-model";
import { createScenarioLibrary, type ScenarioLibrary } from "@/lib/scenarios/scenario-library";
import { isAppError } from "@/lib/shared/app-error";

const usage = `npm run lab                                 lists scenarios and comparisons
npm run lab -- run NAME [--live]            plays one, and says what came of it
npm run lab -- compare NAME [--runs N] [--live]`;

/** What the command does needs no server: everything is made anew in a temporary folder. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { live: { type: "boolean", default: false }, runs: { type: "string", default: "1" } },
  });
  if (existsSync(".env.local")) process.loadEnvFile(".env.local");
  const env = parseEnv(process.env);
  const library = createScenarioLibrary(env.KABOO_SCENARIOS);
  const [command, name] = positionals;
  if (command === undefined) return list(library);
  const live = values.live
    ? createChooseModel({ ...env, MODEL: env.MODEL === "scripted" ? undefined : env.MODEL })
    : undefined;
  const sampleFolder = join(env.KABOO_DATA, "sample");
  if (command === "run" && name)
    return onGround(sampleFolder, async (ground) => {
      const played = await runScenario(library.find(name), { ground, live });
      if (!live) keepRun(join(env.KABOO_DATA, "lab"), played);
      return tell(played);
    });
  const comparison = comparisons.find((known) => known.name === name);
  const runs = Number(values.runs);
  if (command !== "compare" || !comparison || !Number.isInteger(runs) || runs < 1) {
    process.stderr.write(`${usage}\nComparisons: ${comparisons.map((known) => known.name).join(", ")}\n`);
    return 2;
  }
  const model = live
    ? live({ agent: entryAgent, slot: entryAgent, model: undefined, forwardedProps: {} }).name
    : "scripted";
  return onGround(sampleFolder, async (ground) => {
    // The first to play also loads what all of them need: that is no part of its time.
    const [first] = comparison.sides;
    if (!live && first) await runScenario(library.find(first.scenario), { ground, live });
    const compared = await compare(comparison, library.find, { ground, live, runs, model });
    const file = saveComparison(compared, join(env.KABOO_DATA, "lab"));
    process.stdout.write(`${renderComparison(compared)}\n\n${file}\n`);
    return told(compared.problems);
  });
}

async function onGround<T>(sampleFolder: string, work: (ground: Ground) => Promise<T>): Promise<T> {
  const ground = openGround({ sampleFolder });
  try {
    return await work(ground);
  } finally {
    await ground.close();
  }
}

function list(library: ScenarioLibrary): number {
  const scenarios = library
    .list()
    .map((scenario) => `  ${scenario.name.padEnd(24)}${scenario.description ?? ""}`);
  const sides = comparisons.map(
    ({ name, sides }) => `  ${name.padEnd(24)}${sides.map((side) => side.scenario).join(" against ")}`,
  );
  process.stdout.write(["Scenarios", ...scenarios, "", "Comparisons", ...sides, "", usage, ""].join("\n"));
  return 0;
}

function tell({ turns, problems }: ScenarioRun): number {
  for (const [index, turn] of turns.entries()) process.stdout.write(renderTurn(turn, index));
  return told(problems);
}

function renderTurn(turn: TurnResult, index: number): string {
  const { toolCalls, modelCalls, promptTokens, cachedTokens, durationMs } = turn.counts();
  const calls = turn.calls().map((call) => `  ${call.failed ? "✗" : "✓"} ${call.tool}`);
  const counted = `  ${toolCalls} tool calls, ${modelCalls} model calls, ${promptTokens} prompt tokens (${cachedTokens} cached), ${Math.round(durationMs)} ms`;
  return [`Turn ${index + 1}: ${turn.status}`, ...calls, `  ${turn.answer()}`, counted, ""].join("\n");
}

function told(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`✗ ${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

// The engines' processes keep nothing alive by themselves.
const alive = setInterval(() => {}, 60_000);
try {
  process.exitCode = await main();
} catch (error) {
  if (!isAppError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(alive);
}
