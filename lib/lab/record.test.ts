import { afterAll, expect, test, vi } from "vitest";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { saveScenario } from "@/lib/lab/save-scenario";
import { approvals, asksTheUser, parallelApprovals } from "@/lib/scenarios/built-in/people";
import { Scenario, type ScriptedCall, type Step } from "@/lib/scenarios/scenario";
import { fc } from "@/lib/shared/testing/properties";

// Many runs in one test: a busy machine gets its time.
vi.setConfig({ testTimeout: 90_000 });

const ground = openGround({ sampleFolder: ".data-test/sample", sampleAccounts: 400 });
afterAll(() => ground.close());

/** Plays it, saves the thread, and plays what was saved. */
async function playSaved(scenario: Scenario) {
  const { threadId, ownerId, turns } = await runScenario(scenario, { ground });
  const thread = { ownerId, threadId };
  const saved = await saveScenario({ db: ground.db, entry: "analyst", folder: undefined }, thread);
  const again = await runScenario(Scenario.parse(JSON.parse(JSON.stringify(saved.scenario))), { ground });
  return { turns, again, saved: saved.scenario };
}

/** What a workspace holds, without what differs from run to run. */
const withoutIds = (state: unknown) =>
  JSON.stringify(state ?? null)
    .replace(/\b[a-z]{1,2}_[0-9a-z]{8}\b/g, "id")
    .replace(/"(at|since)":"[^"]*"/g, "");

test.each([approvals, parallelApprovals, asksTheUser])(
  "[L4] $name: what people answered is saved, too",
  async (scenario) => {
    const { again } = await playSaved(scenario);
    expect(again.problems).toEqual([]);
    expect(again.turns.map(({ status }) => status)).toEqual(["success"]);
  },
);

test("[L4] what the team remembers is expected of the replay, with its ids by their places", async () => {
  const value = { goal: "Fewer leavers", board: "${a:/dashboard_id}" };
  const calls: Step[] = [
    { calls: [{ id: "a", tool: "dashboard___create_dashboard", input: { title: "Churn" } }] },
    { calls: [{ id: "b", tool: "lab___remember", input: { value } }] },
    { text: "Noted." },
  ];
  const scenario = { name: "remembers", turns: [{ user: "Note it." }], script: { analyst: calls } };
  const { again, saved } = await playSaved(Scenario.parse(scenario));
  const board = expect.stringMatching(/^\$\{\w+:\/dashboard_id\}$/);
  expect(saved.expect?.state?.["/kaboo_workspace/project"]).toEqual({ ...value, board });
  expect(again.problems).toEqual([]);
});

type Make = (id: string) => ScriptedCall;
const makes: Make[] = [
  (id) => ({ id, tool: "dashboard___create_dashboard", input: { title: `Board ${id}` } }),
  (id) => ({ id, tool: "lab___remember", input: { value: { note: id } } }),
  (id) => ({ id, tool: "lab___remember", input: { value: 1 }, failsToParse: true }),
  (id) => ({ id, tool: "lab___fail", input: { message: "No." } }),
  (id) => ({ id, tool: "lab___careful", input: { value: id } }),
  (id) => ({ id, tool: "delegate___visualizer", input: { task: "Draw." } }),
  (id) => ({ id, tool: "lab___none", input: {} }),
];
const steps = fc.array(fc.array(fc.nat(makes.length - 1), { maxLength: 3 }), { minLength: 1, maxLength: 3 });
const turns = fc.array(fc.record({ steps, approves: fc.boolean(), breaks: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});

test("[L4] any thread that is saved plays again to the same workspace, whatever failed or was asked in it", async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (plan) => {
      let count = 0;
      const script: Step[] = [];
      const said = plan.map(({ steps, approves, breaks }, index) => {
        const calls = steps.flatMap((picks) => {
          const made = picks.flatMap((pick) => makes[pick]?.(`call_${count++}`) ?? []);
          if (made.length > 0) script.push({ calls: made });
          return made;
        });
        script.push({ text: `Turn ${index}.`, ...(breaks && { error: "aborted-stream" as const }) });
        const word = { status: approves ? ("approved" as const) : ("rejected" as const) };
        return { user: `Message ${index}`, answers: Object.fromEntries(calls.map(({ id }) => [id, word])) };
      });
      const visualizer = Array.from({ length: 30 }, () => ({ text: "Drawn." }));
      const scenario = Scenario.parse({ name: "any", turns: said, script: { analyst: script, visualizer } });
      const { turns: played, again } = await playSaved(scenario);
      expect(again.problems).toEqual([]);
      expect(withoutIds(again.turns.at(-1)?.at("/kaboo_workspace"))).toBe(
        withoutIds(played.at(-1)?.at("/kaboo_workspace")),
      );
    }),
    { numRuns: 8, seed: 4 },
  );
});
