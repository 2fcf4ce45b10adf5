import { setImmediate } from "node:timers/promises";
import { EventType } from "@ag-ui/core";
import type { ModelMessage } from "ai";
import { expect, test, vi } from "vitest";
import type { Model } from "@/lib/agent/model";
import type { Answer } from "@/lib/agent/open-request";
import type { InvocationRow } from "@/lib/agent/run";
import { visibleState } from "@/lib/agent/state-keys";
import type { Team } from "@/lib/agent/team";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { type Observation, type Observed, observe, ofType } from "@/lib/agent/testing/observe";
import { type Script, type Step, scriptedModels } from "@/lib/agent/testing/scripted-model";
import type { Json } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/patch";
import { fc } from "@/lib/shared/testing/properties";

// Many runs in one test: a busy machine gets its time.
vi.setConfig({ testTimeout: 90_000 });

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
    reasoning: text,
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
  model: fc.record({
    trailing: fc.constantFrom<Model["trailing"]>("user-message", "tool-result", "kept"),
    cacheBreakpoints: fc.boolean(),
  }),
  /** How often a run that broke off is continued. */
  continues: fc.nat(2),
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

type Prompts = Observed["prompts"];

/** [V6] From call to call of an invocation a prompt only grows, over pauses and Continue, too. */
function expectStablePrefixes(all: Prompts, trailing: Model["trailing"]): void {
  for (const id of new Set(all.map((prompt) => prompt.invocationId))) {
    const prompts = all.filter((prompt) => prompt.invocationId === id);
    for (const [index, prompt] of prompts.entries()) {
      const before = stable(prompt.messages, trailing);
      const next = prompts[index + 1];
      if (next) expect(stable(next.messages, trailing).slice(0, before.length)).toEqual(before);
    }
  }
}

/** What must come again as it was: all that a model keeps, else all but what travels at the end. */
function stable(messages: readonly ModelMessage[], trailing: Model["trailing"]): string[] {
  const isDressed = trailing === "tool-result" && messages.at(-1)?.role === "tool";
  return (isDressed ? messages.slice(0, -1) : messages)
    .filter((message) => trailing === "kept" || message.providerOptions?.kaboo === undefined)
    .map((each) => JSON.stringify(each, withoutBreakpoint));
}

/** A breakpoint moves on with the newest message; that is no part of what a model reads. */
function withoutBreakpoint(key: string, value: unknown): unknown {
  if (key !== "providerOptions" || valueAt(value as Json, "/anthropic/cacheControl") === undefined)
    return value;
  const { anthropic: _, ...others } = value as Record<string, unknown>;
  return Object.keys(others).length > 0 ? others : undefined;
}

/** [V6] Breakpoints are on the human message and the newest stored one; none without a model that wants them. */
function expectBreakpoints({ prompts, transcripts }: Observed, { cacheBreakpoints }: Breaks): void {
  for (const { messages, slot } of prompts) {
    const marked = messages.filter((message) => JSON.stringify(message).includes('"cacheControl"'));
    if (!cacheBreakpoints) expect(marked).toEqual([]);
    expect(marked.length).toBeLessThanOrEqual(2);
    expect(marked.some((message) => message.providerOptions?.kaboo !== undefined)).toBe(false);
    expect(JSON.stringify(transcripts.rows("t_1", slot))).not.toContain("cacheControl");
  }
}
type Breaks = Pick<Model, "cacheBreakpoints">;

/** The entry agent's invocation as a broken run leaves it. */
function brokenOff({ transcripts }: Observed): InvocationRow | undefined {
  const row = [...transcripts.invocations.values()].findLast(({ toolCallId }) => toolCallId === "");
  if (!row || !["error", "cancelled"].includes(row.status)) return undefined;
  const { status: _, ...invocation } = row;
  return structuredClone(invocation);
}

test("[E4] [E5] [E6] [O3] [V6] [H3] hold, and a call has one result, whatever runs beside what, fails or is stopped", async () => {
  const seen = { cancelled: 0, success: 0, error: 0, interrupt: 0, continued: 0, delegates: 0, added: 0 };
  await fc.assert(
    fc.asyncProperty(scenario, async ({ script, delays, stopAtEvent, model, words, continues }) => {
      let stop = new AbortController();
      let events = 0;
      const team = slowTeam(delays);
      const observation: Observation = {
        ports: { chooseModel: scriptedModels(script, model) },
        onEvent: () => {
          events += 1;
          if (events === stopAtEvent) stop.abort(new DOMException("Stopped", "AbortError"));
        },
      };
      const prompts: Prompts = [];
      const play = async (more: Observation) => {
        const run = await observe(team, { ...observation, ...more, signal: stop.signal });
        prompts.push(...run.prompts);
        seen[run.outcome.status] += 1;
        seen.delegates += ofType(run.events, EventType.SUBAGENT_STARTED).length;
        seen.added += run.states.length;
        expectStateIsWhole(run);
        expectDeltasFollowResults(run);
        expectBreakpoints(run, model);
        return run;
      };
      const stateOf = (run: Observed) => ({ ...run.outcome.state, kaboo_sessions: { hidden: true } });
      let run = await play({
        request: { state: { kaboo_sessions: { hidden: true }, diary: { note: secret } } },
      });
      for (let turn = 0, left = continues; ; turn++) {
        const invocation = left > 0 ? brokenOff(run) : undefined;
        if (run.outcome.status === "interrupt") {
          answerAll(run, words, turn);
          run = await play({ request: { state: stateOf(run) }, takesUp: run });
        } else if (invocation) {
          left -= 1;
          seen.continued += 1;
          stop = new AbortController();
          const request = { state: stateOf(run), continues: invocation };
          run = await play({ request, transcripts: run.transcripts, earlier: run });
        } else break;
      }
      expectStablePrefixes(prompts, model.trailing);
    }),
    { numRuns: 200, seed: 20_261_130 },
  );
  // The property would say little if these didn't happen.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
