import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { ChooseModel } from "@/lib/agent/model";
import { parseDocument } from "@/lib/dashboards/document";
import { parseEnv } from "@/lib/env";
import { compare, comparisons, renderComparison, saveComparison } from "@/lib/lab/compare";
import { keepRun, readLastRun } from "@/lib/lab/last-runs";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { saveScenario } from "@/lib/lab/save-scenario";
import { createScriptedChoice } from "@/lib/lab/scripted-choice";
import { createChooseModel } from "@/lib/model/choose-model";
import { openWireServer } from "@/lib/model/testing/wire/server";
import { wiredSettings } from "@/lib/model/testing/wired-settings";
import { Scenario, type Step } from "@/lib/scenarios/scenario";
import { createScenarioLibrary } from "@/lib/scenarios/scenario-library";

// Many runs in one test: a busy machine gets its time.
vi.setConfig({ testTimeout: 90_000 });

const sample = { ground: openGround({ sampleFolder: ".data-test/sample", sampleAccounts: 400 }) };
const folder = mkdtempSync(join(tmpdir(), "kaboo-scenarios-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await sample.ground.close();
});

const library = createScenarioLibrary(folder);
const one = (script: Record<string, Step[]>, rest: Partial<Scenario> = {}): Scenario =>
  Scenario.parse({ name: "one", turns: [{ user: "go" }], script, ...rest });

const names = library.list().map((scenario) => scenario.name);

test.each(names)("[L1] %s plays through the real runtime as expected", async (name) => {
  const { problems, turns } = await runScenario(library.find(name), sample);
  expect(problems).toEqual([]);
  // What was begun was ended, however the run ended.
  for (const turn of turns)
    expect(turn.calls().filter((call) => call.result === undefined && turn.status === "success")).toEqual([]);
});

test("[L2] extending takes 2 tool calls with views and 4 without, as counted in both runs", async () => {
  const [comparison] = comparisons;
  if (!comparison) throw new Error("There is no comparison.");
  const compared = await compare(comparison, library.find, { ...sample, runs: 1, model: "scripted" });
  expect(compared.problems).toEqual([]);
  const [views, reading] = compared.sides.map((side) => side.mean);
  expect([views?.toolCalls, reading?.toolCalls]).toEqual([2, 4]);
  expect(views?.promptTokens).toBeLessThan(reading?.promptTokens ?? 0);
  expect(views?.cachedShare).toBeGreaterThan(0.3);
  expect(renderComparison(compared)).toMatch(/tool calls\s+2\s+4/);
  const saved = JSON.parse(readFileSync(saveComparison(compared, folder), "utf8"));
  expect(saved.sides).toHaveLength(2);
});

test("[L3] a turn's state is folded from what was sent, and holds what the turn built", async () => {
  const { turns } = await runScenario(library.find("delegate-dashboard"), sample);
  const [turn] = turns;
  expect(turn?.at("/kaboo_workspace/focus/kind")).toBe("dashboard");
  expect(Object.keys(turn?.at("/kaboo_workspace/queries") ?? {})).toHaveLength(2);
  expect(turn?.calls().map((call) => call.tool)).toContain("delegate___visualizer");
  expect(turn?.messages().some((message) => message.subagentRunId !== undefined)).toBe(true);
  expect(turn?.prompts.map((prompt) => prompt.agent)).toContain("visualizer");
});

test("[T3] [E5] two delegates that plot at once on one dashboard lose nothing, in its document, state and log", async () => {
  const { turns } = await runScenario(library.find("parallel-delegates"), sample);
  const [id = ""] = Object.keys(turns[0]?.at("/kaboo_workspace/dashboards") ?? {});
  const { db } = sample.ground;
  const row = await db.dashboard.findUniqueOrThrow({ where: { id } });
  const widgets = Object.keys(parseDocument(row).widgets);
  expect(widgets).toHaveLength(2);
  expect(turns[0]?.at(`/kaboo_workspace/dashboards/${id}`)).toMatchObject({
    version: 3,
    widgets: expect.arrayContaining(widgets),
  });
  expect(await db.change.count({ where: { subjectId: id, authorName: "visualizer" } })).toBe(2);
});

test("[L2] several runs are told with their spread where they differ", async () => {
  const [comparison] = comparisons;
  if (!comparison) throw new Error("There is no comparison.");
  const compared = await compare(comparison, library.find, { ...sample, runs: 2, model: "scripted" });
  expect(renderComparison(compared)).toMatch(/mean of 2 runs.*tool calls\s+2\s+4\n.*time\s+\d+ ms ± \d+ ms/s);
  expect(compared.sides.map((side) => side.spread.toolCalls)).toEqual([0, 0]);
});

test("[L2] --live plays with the configured model, and counts the tokens that its provider did", async () => {
  const server = await openWireServer(() => ({ text: "Hm.", usage: { input: 100, cached: 60, output: 5 } }));
  const live = createChooseModel(parseEnv(wiredSettings["openai-compatible"]?.(server.url) ?? {}));
  const { turns, problems } = await runScenario(library.find("workspace-extend"), { ...sample, live });
  await server.close();
  expect(problems).toEqual([]);
  expect(turns.map((turn) => turn.counts())).toMatchObject(
    turns.map(() => ({ modelCalls: 1, promptTokens: 100, cachedTokens: 60, outputTokens: 5 })),
  );
});

test("[T7] a thread that outgrows its model's window goes on, each call beside its result", async () => {
  const scenario = library.find("long-thread");
  const scripted = createScriptedChoice(scenario, { calls: [], results: new Map() });
  const live: ChooseModel = (request) => ({ ...scripted(request), contextTokens: 4_000 });
  const { turns, problems } = await runScenario(scenario, { ...sample, live });
  expect(problems).toEqual([]);
  const [first] = turns.at(-1)?.prompts ?? [];
  expect(JSON.stringify(first?.messages)).not.toContain("Message 1.");
  expect(JSON.stringify(first?.messages)).toContain("Message 24.");
});

test("[L5] a JSON file in the folder is a scenario, and one that is wrong is told by name and place", async () => {
  const plain = { name: "from-a-file", turns: [{ user: "Hello" }], script: { analyst: [{ text: "Hi." }] } };
  writeFileSync(join(folder, "plain.json"), JSON.stringify(plain));
  writeFileSync(
    join(folder, "wrong.json"),
    JSON.stringify({ ...plain, name: "wrong", script: { analyst: [{ txt: "Hi." }] } }),
  );
  const { turns } = await runScenario(library.find("from-a-file"), sample);
  expect(turns[0]?.answer()).toBe("Hi.");
  expect(() => library.find("wrong")).toThrow(/no scenario "wrong".*wrong\.json.*txt/s);
});

test("[L5] views and tools that a scenario breaks fail, and the turn goes on", async () => {
  const { turns, problems } = await runScenario(
    one(
      {
        analyst: [{ calls: [{ id: "e", tool: "lab___echo", input: { value: 1 } }] }, { text: "It failed." }],
      },
      { breaks: { views: ["sources"], tools: ["lab___echo"] } },
    ),
    sample,
  );
  expect(problems).toEqual([]);
  expect(turns[0]?.calls()[0]?.failed).toBe(true);
  expect(turns[0]?.warnings.join()).toContain("The scenario breaks sources.");
});

test("[L7] the lab's tools echo, remember, wait, fail and answer at length", async () => {
  const calls = [
    { id: "a", tool: "lab___echo", input: { value: { deep: [1] } } },
    { id: "b", tool: "lab___remember", input: { value: { topic: "churn" } } },
    { id: "c", tool: "lab___slow", input: { ms: 5 } },
    { id: "d", tool: "lab___fail", input: { message: "No luck." } },
    { id: "e", tool: "lab___big", input: { bytes: 5_000 } },
  ];
  const { turns } = await runScenario(one({ analyst: [{ calls }, { text: "Done." }] }), sample);
  const results = turns[0]?.calls() ?? [];
  expect(results.map((call) => call.failed)).toEqual([false, false, false, true, false]);
  expect(results[0]?.result).toBe('{"deep":[1]}');
  expect(results[3]?.result).toBe("No luck.");
  expect(results[4]?.result).toHaveLength(5_000);
  expect(turns[0]?.at("/kaboo_workspace/project")).toEqual({ topic: "churn" });
});

test("[C8] what a message refers to is in the prompt with its id and SQL; a plot takes one call", async () => {
  const { turns } = await runScenario(library.find("references"), sample);
  const last = turns.at(-1);
  expect(last?.calls().map(({ tool }) => tool)).toEqual(["dashboard___plot_widgets"]);
  expect(JSON.stringify(last?.prompts[0])).toMatch(
    /refers to these \(@\):.{1,4}query q_\w+ .*?columns .*?SQL/,
  );
});

test("[L4] a thread is saved as a scenario with references for ids, and plays again to the same workspace", async () => {
  for (const name of ["delegate-dashboard", "workspace-extend"]) {
    const scenario = library.find(name);
    const { threadId, ownerId, turns } = await runScenario(scenario, sample);
    const { db } = sample.ground;
    const saved = await saveScenario({ db, entry: "analyst", folder }, { ownerId, threadId });
    expect(JSON.stringify(saved.scenario)).not.toMatch(/"[dwq]_[0-9a-z]{8}"/);
    expect(Object.keys(saved.scenario.expect?.state ?? {}).length).toBeGreaterThan(4);
    const again = await runScenario(library.find(saved.name), sample);
    expect(again.problems).toEqual([]);
    expect(again.turns.map((turn) => turn.answer())).toEqual(turns.map((turn) => turn.answer()));
  }
});

test("[L8] what a run came to is kept for the page, with every prompt, and found again", async () => {
  const played = await runScenario(library.find("workspace-extend"), sample);
  const kept = keepRun(folder, played);
  expect(readLastRun(folder, "workspace-extend")).toEqual(kept);
  expect(kept.turns.map((turn) => turn.prompts.length)).toEqual([4, 3]);
  expect(readLastRun(folder, "never-played")).toBeUndefined();
});
