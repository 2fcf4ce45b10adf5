import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import type { Effect, StateEffectCall } from "@/lib/agent/effect";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import type { Step } from "@/lib/agent/testing/scripted-model";
import type { ToolResult } from "@/lib/agent/tool";
import { valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";

const add = (text: string) => ({ tool: "notes___add", input: { text } });
const calling = (...calls: Step["calls"] & object): Step[] => [{ calls }, { text: "done" }];

/** A team with one tool that answers this, and these effects only. */
function answering(result: ToolResult, effects: Effect[]) {
  const team = notesTeam(new Notes(), { effects });
  const tool = defineTool({
    name: "notes___answer",
    description: "Answers.",
    input: z.object({ question: z.string().optional() }),
    run: async () => result,
  });
  return { ...team, tools: [...team.tools, tool] };
}

test("[E1] a path gets the result whole, and its missing parents are made", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: { writer: calling({ tool: "notes___count" }) },
  });
  expect(valueAt(run.state, "/notebook/counted/last")).toEqual({ count: 0 });
});

test("[E1] an effect may name its tools with a glob", async () => {
  const effects: Effect[] = [{ tool: "*___ans?er", path: "/notebook/answer" }];
  const run = await observe(answering({ text: "yes" }, effects), {
    script: { writer: calling({ tool: "notes___answer" }, add("not this one")) },
  });
  expect(valueAt(run.state, "/notebook")).toEqual({ added: [], pending: [], answer: "yes" });
});

test("[E2] a mapper is told of the call: tool, input, result, agent, run, and the state before", async () => {
  const calls: StateEffectCall[] = [];
  const mapper = async (call: StateEffectCall): Promise<undefined> => {
    calls.push(call);
  };
  const run = await observe(
    answering({ text: "prose", structured: { n: 1 } }, [{ tool: "notes___answer", mapper }]),
    { script: { writer: calling({ tool: "notes___answer", input: { question: "why" } }) } },
  );
  const [start] = ofType(run.events, EventType.TOOL_CALL_START);
  expect(calls).toMatchObject([
    {
      tool: "notes___answer",
      input: { question: "why" },
      result: { n: 1 },
      agent: "writer",
      run: { threadId: "t_1", toolCallId: start?.toolCallId },
      state: { notebook: { added: [] } },
    },
  ]);
  expect(calls[0]?.run.runId).toMatch(/^r_/);
});

test("[E2] the state a mapper is given can't be changed", async () => {
  const mapper = ({ state }: StateEffectCall): undefined => {
    Object.assign(state.notebook as object, { added: "mine" });
  };
  const run = await observe(answering({ text: "" }, [{ tool: "*", mapper }]), {
    script: { writer: calling({ tool: "notes___answer" }) },
  });
  expect(valueAt(run.state, "/notebook/added")).toEqual([]);
  expect(run.warnings[0]?.reason).toContain("read only");
});

test("[E3] the result for effects is the data beside the prose, else the prose, parsed when it is JSON", async () => {
  const cases: [ToolResult, unknown][] = [
    [{ text: "prose", structured: { n: 1 } }, { n: 1 }],
    [{ text: "prose", structured: null }, null],
    [{ text: '{"n":2}' }, { n: 2 }],
    [{ text: "just {prose" }, "just {prose"],
  ];
  for (const [result, expected] of cases) {
    const run = await observe(answering(result, [{ tool: "notes___answer", path: "/notebook/answer" }]), {
      script: { writer: calling({ tool: "notes___answer" }) },
    });
    expect(valueAt(run.state, "/notebook/answer")).toEqual(expected);
    const [sent] = ofType(run.events, EventType.TOOL_CALL_RESULT);
    expect(sent?.content).toBe(result.text);
  }
});

test.each([
  ["throws", { tool: "notes___fail", input: { how: "throws" } }, "failed unexpectedly"],
  ["refuses", { tool: "notes___fail", input: { how: "refuses" } }, "The notebook is locked."],
  ["reports failure", { tool: "notes___fail", input: { how: "reports" } }, "It did not work."],
  ["has an input that doesn't fit", { tool: "notes___add", input: { text: 7 } }, "expected string"],
  ["is not JSON", { tool: "notes___add", rawInput: '{"text": "mi' }, "not valid JSON"],
  [
    "is not JSON and atomic",
    { tool: "notes___add", rawInput: '{"text": "mi', atomic: true },
    "not valid JSON",
  ],
  ["names no tool", { tool: "notes___burn", input: {} }, 'no tool "notes___burn". There are: notes___add'],
])("[E4] a call that %s writes nothing, and tells the model why", async (_, call, reason) => {
  const everything: Effect = { tool: "*", path: "/notebook/failed" };
  const run = await observe(notesTeam(new Notes(), { effects: [everything] }), {
    script: { writer: calling(call) },
  });
  expect(run.state).toEqual({ notebook: { added: [], pending: [] } });
  const [result] = ofType(run.events, EventType.TOOL_CALL_RESULT);
  expect(result?.content).toContain(reason);
  expect(result?.content).not.toContain("secret path");
  expect(result?.metadata).toMatchObject({ isError: true });
  expect(run.outcome.status).toBe("success");
  expect(JSON.stringify(run.prompts[1]?.messages)).toContain("error-text");
});

test("[E4] delegates at any depth leave their effects, too", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: calling({ tool: "delegate___critic", input: { task: "one" } }),
      critic: calling({ tool: "delegate___critic", input: { task: "two" } }),
      "critic#2": calling(add("deep")),
    },
  });
  expect(valueAt(run.state, "/notebook/added")).toEqual([{ id: 1, agent: "critic" }]);
});

test("[E5] a change leaves as one delta right after its result and before the next model call", async () => {
  const run = await observe(notesTeam(new Notes()), { script: { writer: calling(add("a"), add("b")) } });
  const types = run.events.map((event) => event.type);
  const results = types.flatMap((type, index) => (type === EventType.TOOL_CALL_RESULT ? [index] : []));
  expect(results).toHaveLength(2);
  for (const index of results) expect(types[index + 1]).toBe(EventType.STATE_DELTA);
  const secondStep = run.events.findIndex(
    (event) => event.type === EventType.STEP_STARTED && event.stepName === "step-2",
  );
  expect(types.lastIndexOf(EventType.STATE_DELTA)).toBeLessThan(secondStep);
  expect(run.state).toEqual({ ...run.outcome.state, diary: undefined });
});

test("[E5] parallel calls with slow mappers lose no write, and deltas leave in the order applied", async () => {
  const slow = async ({ input, state }: StateEffectCall): Promise<Operation[]> => {
    const texts = (valueAt(state, "/notebook/texts") ?? []) as string[];
    await new Promise((resolve) => setTimeout(resolve, texts.length === 0 ? 15 : 1));
    return [{ op: "add", path: "/notebook/texts", value: [...texts, String(valueAt(input, "/text"))] }];
  };
  const texts = ["a", "b", "c", "d"];
  const run = await observe(notesTeam(new Notes(), { effects: [{ tool: "notes___add", mapper: slow }] }), {
    script: { writer: calling(...texts.map(add)) },
  });
  const states = run.states
    .map((state) => valueAt(state, "/notebook/texts"))
    .filter((each) => each !== undefined);
  expect(valueAt(run.state, "/notebook/texts")).toEqual(texts);
  expect(states).toEqual([["a"], ["a", "b"], ["a", "b", "c"], texts]);
});

const half: Operation = { op: "add", path: "/notebook/half", value: 1 };
test.each<[string, () => unknown, string]>([
  ["throws", () => Promise.reject(new Error("no luck")), "no luck"],
  ["returns no patch", () => "nonsense", "not a JSON Patch"],
  [
    "returns an operation that doesn't apply",
    () => [half, { op: "remove", path: "/notebook/x" }],
    "nothing is there",
  ],
  ["fails its test", () => [half, { op: "test", path: "/notebook/added", value: 1 }], "another one"],
  ["moves", () => [half, { op: "move", from: "/notebook/added", path: "/notebook/x" }], "not a JSON Patch"],
  [
    "writes a browser's key",
    () => [half, { op: "add", path: "/kaboo_references", value: 1 }],
    "own this key",
  ],
  [
    "writes the engine's key",
    () => [half, { op: "add", path: "/kaboo_sessions", value: {} }],
    "own this key",
  ],
  ["replaces the whole state", () => [{ op: "replace", path: "", value: {} }], "own this key"],
  [
    "goes for a prototype",
    () => [half, { op: "add", path: "/notebook/__proto__/x", value: 1 }],
    "not allowed",
  ],
])("[E6] a mapper that %s changes nothing, is warned of, and the run goes on", async (_, mapper, reason) => {
  const effects = [
    { tool: "notes___add", mapper: mapper as () => Operation[] },
    { tool: "notes___add", path: "/notebook/last" },
  ];
  const run = await observe(notesTeam(new Notes(), { effects }), { script: { writer: calling(add("a")) } });
  expect(valueAt(run.state, "/notebook")).toEqual({
    added: [],
    pending: [],
    last: { note_id: 1, text: "a" },
  });
  expect(run.warnings).toMatchObject([{ agent: "writer", tool: "notes___add" }]);
  expect(run.warnings[0]?.reason).toContain(reason);
  expect(run.outcome.status).toBe("success");
  expect(Reflect.get({}, "x")).toBeUndefined();
});

test("[E7] several effects of one call apply in the order configured, each seeing the one before", async () => {
  const double: Effect = {
    tool: "notes___add",
    mapper: ({ state }) => [
      { op: "replace", path: "/notebook/n", value: Number(valueAt(state, "/notebook/n")) * 2 },
    ],
  };
  const set: Effect = { tool: "notes___*", mapper: () => [{ op: "add", path: "/notebook/n", value: 21 }] };
  const run = await observe(notesTeam(new Notes(), { effects: [set, double] }), {
    script: { writer: calling(add("a")) },
  });
  expect(valueAt(run.state, "/notebook/n")).toBe(42);
});

test("[E8] what makes the state too large leaves it with the same change", async () => {
  const newestTwo = (state: unknown): Operation[] => {
    const added = valueAt(state, "/notebook/added");
    return Array.isArray(added) && added.length > 2 ? [{ op: "remove", path: "/notebook/added/0" }] : [];
  };
  const run = await observe(notesTeam(new Notes(), { bound: newestTwo }), {
    script: { writer: calling(add("a"), add("b"), add("c")) },
  });
  expect(valueAt(run.state, "/notebook/added")).toEqual([
    { id: 2, agent: "writer" },
    { id: 3, agent: "writer" },
  ]);
  for (const state of run.states) expect(valueAt(state, "/notebook/added/2")).toBeUndefined();
});

test("[E9] a call that had committed when the run was stopped counts as a success", async () => {
  const stop = new AbortController();
  const notes = new Notes();
  const team = notesTeam(notes);
  const commits = defineTool({
    name: "notes___add",
    description: "Stops the run after it has committed.",
    input: z.object({ text: z.string() }),
    async run({ text }) {
      const id = notes.add(text);
      stop.abort(new DOMException("Stopped", "AbortError"));
      return { text: `Added note ${id}.`, structured: { note_id: id, text } };
    },
  });
  const run = await observe(
    { ...team, tools: [commits] },
    {
      signal: stop.signal,
      script: { writer: calling(add("kept")) },
    },
  );
  expect(run.outcome.status).toBe("cancelled");
  expect(valueAt(run.state, "/notebook/last")).toEqual({ note_id: 1, text: "kept" });
  expect(ofType(run.events, EventType.TOOL_CALL_RESULT)[0]?.content).toBe("Added note 1.");
  expect(run.prompts).toHaveLength(1);
});
