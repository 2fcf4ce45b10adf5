import { setImmediate } from "node:timers/promises";
import { EventType } from "@ag-ui/core";
import type { ModelMessage } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer } from "@/lib/agent/open-request";
import { visibleState } from "@/lib/agent/state-keys";
import type { Team } from "@/lib/agent/team";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { type Observation, type Observed, observe, ofType } from "@/lib/agent/testing/observe";
import { type Script, type Step, scriptedModels } from "@/lib/agent/testing/scripted-model";
import { valueAt } from "@/lib/shared/patch";

const slots = ["writer", "writer#2", "critic", "critic#2", "critic#3"];
const secret = "between the effects";

const text = fc.constantFrom("a", "b", "c");
const call: fc.Arbitrary<NonNullable<Step["calls"]>[number]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      tool: fc.constant("notes___add"),
      input: fc.record({ text }),
      atomic: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ tool: fc.constant("delegate___critic"), input: fc.constant({ task: "judge" }) }),
  },
  fc.record({ tool: fc.constant("delegate___writer"), input: fc.constant({ task: "write" }) }),
  fc.record({
    tool: fc.constant("notes___fail"),
    input: fc.record({ how: fc.constantFrom("throws", "refuses", "reports", "nonsense") }),
  }),
  fc.record({ tool: fc.constant("notes___none") }),
  fc.record({ tool: fc.constant("notes___add"), rawInput: fc.constant('{"text": ') }),
);
const step: fc.Arbitrary<Step> = fc.record(
  {
    text,
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    error: fc.option(fc.constant(new Error("broken")), { freq: 8, nil: undefined }),
  },
  { requiredKeys: ["calls"] },
);
const script: fc.Arbitrary<Script> = fc.record(
  Object.fromEntries(slots.map((slot) => [slot, fc.array(step, { maxLength: 2 })])),
);
const word = fc.constantFrom<Answer>(
  { status: "resolved", payload: { approved: true } },
  { status: "resolved", payload: { approved: true, editedArgs: { text: "edited" } } },
  { status: "resolved", payload: { approved: false, reason: "no" } },
  { status: "cancelled", payload: null },
);
const scenario = fc.record({
  script,
  /** Turns of the event loop that each tool and mapper takes, one after the other. */
  delays: fc.array(fc.nat(4), { minLength: 1, maxLength: 7 }),
  stopAtEvent: fc.option(fc.nat(60), { nil: undefined }),
  trailing: fc.constantFrom("user-message" as const, "kept" as const),
  /** What the person says to one request after the other. */
  words: fc.array(word, { minLength: 1, maxLength: 5 }),
});

/** The notes team with tools and mappers that take their time, a hidden key, and an effect that often fails halfway. */
function slowTeam(delays: readonly number[]): Team {
  let turn = 0;
  const wait = async () => {
    for (let left = delays[turn++ % delays.length] ?? 0; left > 0; left--) await setImmediate();
  };
  const team = notesTeam(new Notes());
  return {
    ...team,
    approvals: [
      { tool: "notes___add", when: ({ input }) => valueAt(input, "/text") === "c", message: "Add it?" },
    ],
    tools: team.tools.map((tool) => ({
      ...tool,
      run: async (input, toolCall) => {
        await wait();
        return tool.run(input, toolCall);
      },
    })),
    effects: [
      ...team.effects,
      {
        tool: "notes___add",
        mapper: async ({ input, state }) => {
          await wait();
          const total = valueAt(state, "/notebook/total") ?? 0;
          return [
            { op: "add", path: "/notebook/halves", value: total },
            { op: "add", path: "/diary/note", value: secret },
            { op: "test", path: "/notebook/last/text", value: valueAt(input, "/text") ?? null },
            // Fails for "b": then neither of the two above may be there for it.
            { op: "test", path: "/notebook/last/text", value: valueAt(input, "/text") === "b" ? "no" : "a" },
          ];
        },
      },
      { tool: "delegate___*", path: "/notebook/said" },
    ],
  };
}

function expectStateIsWhole(run: Observed): void {
  expect(run.state).toEqual(
    visibleState(run.outcome.state, { diary: { writer: "effects", visible: false } }),
  );
  const results = ofType(run.thread, EventType.TOOL_CALL_RESULT);
  const added = results.filter((each) => String(each.content).includes("Added note")).length;
  expect(valueAt(run.state, "/notebook/added")).toHaveLength(added);
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
  expect(valueAt(run.state, "/notebook/failed")).toBeUndefined();
  for (const state of run.states) {
    const list = valueAt(state, "/notebook/added");
    expect(Array.isArray(list) ? list.length : 0).toBe(valueAt(state, "/notebook/total") ?? 0);
    if (valueAt(state, "/notebook/halves") !== undefined) expect(added).toBeGreaterThan(0);
  }
  expect(JSON.stringify(run.events)).not.toMatch(new RegExp(`${secret}|diary|kaboo_sessions`));
}

/** [E5] Between a successful result and its delta there is nothing; deltas only follow results and starts of calls. */
function expectDeltasFollowResults(run: Observed): void {
  for (const [index, event] of run.events.entries()) {
    if (event.type !== EventType.TOOL_CALL_RESULT || !String(event.content).includes("Added note")) continue;
    expect(run.events[index + 1]?.type).toBe(EventType.STATE_DELTA);
  }
}

function answerAll({ transcripts }: Observed, words: readonly Answer[], turn: number): void {
  const open = [...transcripts.requests.values()].filter((request) => request.answer === null);
  for (const [index, { id }] of open.entries()) {
    const answer = words[(turn + index) % words.length];
    if (answer) transcripts.answer(id, answer);
  }
}

function expectStablePrefixes(run: Observed): void {
  for (const id of new Set(run.prompts.map((prompt) => prompt.invocationId))) {
    const prompts = run.prompts.filter((prompt) => prompt.invocationId === id);
    for (const [index, prompt] of prompts.entries()) {
      const before = stable(prompt.messages);
      const next = prompts[index + 1];
      if (next) expect(stable(next.messages).slice(0, before.length)).toEqual(before);
    }
  }
}

const stable = (messages: readonly ModelMessage[]) =>
  messages
    .filter((message) => message.providerOptions?.kaboo === undefined)
    .map((each) => JSON.stringify(each));

test("[E4] [E5] [E6] [O3] [V6] [H3] hold, and a call has one result, whatever runs beside what, fails or is stopped", async () => {
  const seen = { cancelled: 0, success: 0, error: 0, interrupt: 0, delegates: 0, added: 0 };
  await fc.assert(
    fc.asyncProperty(scenario, async ({ script, delays, stopAtEvent, trailing, words }) => {
      const stop = new AbortController();
      let events = 0;
      const team = slowTeam(delays);
      const models = scriptedModels(script, { trailing });
      const observation: Observation = {
        ports: { chooseModel: models },
        request: { state: { kaboo_sessions: { hidden: true }, diary: { note: secret } } },
        signal: stop.signal,
        onEvent: () => {
          events += 1;
          if (events === stopAtEvent) stop.abort(new DOMException("Stopped", "AbortError"));
        },
      };
      let run = await observe(team, observation);
      for (let turn = 0; run.outcome.status === "interrupt"; turn++) {
        seen.interrupt += 1;
        expectStateIsWhole(run);
        answerAll(run, words, turn);
        const state = { ...run.outcome.state, kaboo_sessions: { hidden: true } };
        run = await observe(team, { ...observation, request: { state }, takesUp: run });
      }
      seen[run.outcome.status] += 1;
      seen.delegates += ofType(run.events, EventType.SUBAGENT_STARTED).length;
      expectStateIsWhole(run);
      expectDeltasFollowResults(run);
      expectStablePrefixes(run);
      seen.added += run.states.length;
    }),
    { numRuns: 150 },
  );
  // The property would say little if these didn't happen.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
