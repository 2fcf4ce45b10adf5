import { expect, test } from "vitest";
import { promptDiff } from "./prompt-text";
import { type Kept, modelCalls } from "./trace";

const call = (
  index: number,
  slot: string,
  step: number,
  messages: { role: string; content: unknown }[],
): Kept => ({
  index,
  at: "2026-11-30T10:00:00Z",
  runId: "r_1",
  entry: {
    kind: "model-call",
    agent: slot,
    slot,
    invocationId: `i_${slot}`,
    step,
    model: "demo",
    system: "Be brief.",
    messages,
    tools: [],
  },
});
const usage = { inputTokens: 100, cachedInputTokens: 80, outputTokens: 5 };

test("[C10] each model call stands beside its answer and the prompt before it of the same agent", () => {
  const calls = modelCalls([
    call(1, "analyst", 1, [{ role: "user", content: "Hello" }]),
    {
      index: 2,
      at: "",
      runId: "r_1",
      entry: {
        kind: "model-answer",
        agent: "analyst",
        invocationId: "i_analyst",
        step: 1,
        usage,
        durationMs: 7,
      },
    },
    call(3, "visualizer", 1, []),
    call(4, "analyst", 2, [{ role: "user", content: "Hello" }]),
  ]);
  expect(calls.map(({ index, before, answer }) => [index, before?.step, answer?.durationMs])).toEqual([
    [1, undefined, 7],
    [3, undefined, undefined],
    [4, 1, undefined],
  ]);
});

test("[C10] the difference of two prompts is what was added and removed, with a little around it", () => {
  const before = { system: "Be brief.", messages: [{ role: "user", content: "A\nB\nC\nversion 1" }] };
  const after = {
    system: "Be brief.",
    messages: [
      { role: "user", content: "A\nB\nC\nversion 2" },
      {
        role: "tool",
        content: [{ type: "tool-result", toolName: "x", output: { type: "text", value: "Done." } }],
      },
    ],
  };
  expect(promptDiff(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same B",
    "same C",
    "removed version 1",
    "added version 2",
    "added — tool —",
    "added x answered Done.",
  ]);
  expect(promptDiff(before, before).every(({ kind }) => kind === "same")).toBe(true);
  expect(promptDiff(undefined, before)[0]).toEqual({ kind: "added", text: "— system —" });
});
