import { expect, test } from "vitest";
import { reduceAll } from "@/app/_session/reduce";
import { emptySession } from "@/app/_session/session-state";
import { recordedRun } from "@/app/_session/testing/recorded-run";
import { createTurns } from "./conversation";

const first = recordedRun("r_1", 1);
const second = recordedRun("r_2", first.length + 1);

test("[T3] a delegate's words and calls stand inside the call that asked for it, in the order they happened", () => {
  const { messages, subagents } = reduceAll(emptySession, first);
  const [turn] = createTurns()(messages, subagents);
  expect(turn?.parts.map(({ kind }) => kind)).toEqual(["text", "call", "call", "delegate", "text"]);
  const delegate = turn?.parts[3];
  expect(delegate).toMatchObject({ agent: "visualizer", parts: [{ kind: "text" }, { kind: "call" }] });
  expect(turn?.parts[1]).toMatchObject({ result: { content: "Saved q_abcdef “Churn by region”." } });
});

test("[T3] in a reloaded thread, where nothing tells which call a delegate answered, the order does", () => {
  const { messages } = reduceAll(emptySession, first);
  const [turn] = createTurns()(messages, {});
  expect(turn?.parts[3]).toMatchObject({ kind: "delegate", agent: "visualizer", parts: [{}, {}] });
  expect(turn?.parts).toHaveLength(5);
});

test("[T3] [C9] parallel delegates of one name stand inside their own calls after a reload, whoever began first", () => {
  const call = (id: string) => ({
    id,
    type: "function" as const,
    function: { name: "delegate___visualizer", arguments: "{}" },
  });
  const said = (id: string, parentToolCallId: string, subagentRunId: string) => ({
    id,
    role: "assistant" as const,
    content: `for ${parentToolCallId}`,
    subagentRunId,
    metadata: { agent: "visualizer", parentToolCallId },
  });
  const nested = {
    id: "m_5",
    role: "assistant" as const,
    subagentRunId: "i_3",
    toolCalls: [{ ...call("c_9"), metadata: { agent: "critic", parentToolCallId: "c_gone" } }],
  };
  const [turn] = createTurns()(
    [
      { id: "m_1", role: "user", content: "Both, please." },
      { id: "m_2", role: "assistant", toolCalls: [call("c_1"), call("c_2")] },
      said("m_3", "c_2", "i_2"),
      said("m_4", "c_1", "i_1"),
      nested,
    ],
    {},
  );
  expect(turn?.parts).toMatchObject([
    { id: "c_1", subagentRunId: "i_1", parts: [{ text: "for c_1" }] },
    { id: "c_2", subagentRunId: "i_2", parts: [{ text: "for c_2" }] },
    { agent: "critic", subagentRunId: "i_3" },
  ]);
});

test("[R4] turns that did not change are the same objects, so that they are not drawn again", () => {
  const turnsOf = createTurns();
  const before = reduceAll(emptySession, first);
  const [old] = turnsOf(before.messages, before.subagents);
  const after = reduceAll(before, second.slice(0, 6));
  const [same, now] = turnsOf(after.messages, after.subagents);
  expect(same).toBe(old);
  expect(now?.user?.content).toBe("Build a board about churn.");
});
