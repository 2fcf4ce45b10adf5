import { type AGUIEvent, EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import { valueAt } from "@/lib/shared/patch";

const ask = (task: string) => ({ tool: "delegate___critic", input: { task } });
const add = (text: string) => ({ tool: "notes___add", input: { text } });
const ids = (events: readonly AGUIEvent[]) =>
  events.map((event) => ("subagentRunId" in event ? event.subagentRunId : undefined));

test("[T3] a delegate's text, calls and results are attributed to it, and its last words are its caller's result", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: [{ calls: [ask("Judge the notes")] }, { text: "thanks" }],
      critic: [{ text: "Let me add.", calls: [add("better")] }, { text: "All good." }],
    },
  });
  const [started] = ofType(run.events, EventType.SUBAGENT_STARTED);
  const [call] = ofType(run.events, EventType.TOOL_CALL_START);
  expect(started).toMatchObject({
    name: "critic",
    description: "Judge the notes",
    parentToolCallId: call?.toolCallId,
  });
  expect(started).not.toHaveProperty("parentSubagentRunId");
  const from = run.events.findIndex((event) => event.type === EventType.SUBAGENT_STARTED);
  const to = run.events.findIndex((event) => event.type === EventType.SUBAGENT_FINISHED);
  const inside = run.events.slice(from, to + 1);
  expect(new Set(ids(inside))).toEqual(new Set([started?.subagentRunId]));
  expect(inside.map((event) => event.type)).toContain(EventType.STATE_DELTA);
  expect(ids([...run.events.slice(0, from), ...run.events.slice(to + 1)])).not.toContain(
    started?.subagentRunId,
  );
  const result = ofType(run.events, EventType.TOOL_CALL_RESULT).at(-1);
  expect(result).toMatchObject({ toolCallId: call?.toolCallId, content: "All good." });
});

test("[T3] delegates at work at once have transcripts of their own, and a freed one is used again", async () => {
  const transcripts = new MemoryTranscripts();
  const team = notesTeam(new Notes());
  const first = await observe(team, {
    transcripts,
    script: { writer: [{ calls: [ask("one"), ask("two")] }, { calls: [ask("three")] }, { text: "done" }] },
  });
  expect(first.prompts.map((prompt) => prompt.slot)).toEqual([
    "writer",
    "critic",
    "critic#2",
    "writer",
    "critic",
    "writer",
  ]);
  const tasks = (slot: string) =>
    transcripts
      .rows("t_1", slot)
      .flatMap(({ message }) => (message.role === "user" ? [message.content] : []));
  expect(tasks("critic")).toEqual(["one", "three"]);
  expect(tasks("critic#2")).toEqual(["two"]);
  await observe(team, { transcripts, script: { writer: [{ calls: [ask("four")] }] } });
  expect(tasks("critic")).toEqual(["one", "three", "four"]);
});

test("[T3] an agent that asks itself works in a second slot", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: { writer: [{ calls: [{ tool: "delegate___writer", input: { task: "you, too" } }] }] },
  });
  expect(run.prompts.map((prompt) => prompt.slot)).toEqual(["writer", "writer#2", "writer"]);
});

test("[T3] delegates nest, share one state, and say who asked them", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: [{ calls: [ask("one"), add("w")] }],
      critic: [{ calls: [ask("two"), add("c")] }],
      "critic#2": [{ calls: [add("c2")] }, { text: "deep" }],
    },
  });
  const [outer, inner] = ofType(run.events, EventType.SUBAGENT_STARTED);
  expect(inner).toMatchObject({ parentSubagentRunId: outer?.subagentRunId });
  expect(valueAt(run.state, "/notebook/total")).toBe(3);
});

test("[T3] delegates can't nest without end", async () => {
  const deeper = [{ calls: [ask("deeper")] }, { text: "back" }];
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: deeper,
      critic: deeper,
      ...Object.fromEntries([2, 3, 4, 5, 6].map((number) => [`critic#${number}`, deeper])),
    },
  });
  expect(ofType(run.events, EventType.SUBAGENT_STARTED)).toHaveLength(5);
  expect(ofType(run.events, EventType.TOOL_CALL_RESULT)[0]?.content).toContain("can't be nested deeper");
  expect(run.outcome.status).toBe("success");
});

test("[T3] a delegate that breaks off is a failed call of its caller, which goes on", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: [{ calls: [ask("judge")] }, { text: "Then without." }],
      critic: [{ text: "Well", calls: [add("never")], error: new Error("socket hang up") }],
    },
  });
  expect(run.outcome.status).toBe("success");
  expect(ofType(run.events, EventType.SUBAGENT_ERROR)).toHaveLength(1);
  expect(ofType(run.events, EventType.TOOL_CALL_RESULT).at(-1)).toMatchObject({
    metadata: { isError: true },
  });
  expect(JSON.stringify(run.events)).not.toContain("socket hang up");
  expect(valueAt(run.state, "/notebook")).toEqual({ added: [], pending: [] });
  expect([...run.transcripts.invocations.values()].map((row) => row.status)).toEqual(["success", "error"]);
});

test("[T3] effects match a delegate by its tool's name", async () => {
  const effects = [{ tool: "delegate___*", path: "/notebook/said" }];
  const run = await observe(notesTeam(new Notes(), { effects }), {
    script: { writer: [{ calls: [ask("judge")] }], critic: [{ text: "fine" }] },
  });
  expect(valueAt(run.state, "/notebook/said")).toBe("fine");
});

test("[T3] what a delegate begins says who it is and which call asked, so that a folded message still does", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: {
      writer: [{ calls: [ask("one"), ask("two")] }, { text: "thanks" }],
      critic: [{ text: "One.", calls: [add("a")] }, { text: "Done." }],
      "critic#2": [{ calls: [add("b")] }, { text: "Done, too." }],
    },
  });
  const started = ofType(run.events, EventType.SUBAGENT_STARTED);
  const beginnings = run.events.flatMap((event) =>
    event.type === EventType.TEXT_MESSAGE_START || event.type === EventType.TOOL_CALL_START ? [event] : [],
  );
  const own = beginnings.filter(({ subagentRunId }) => subagentRunId !== undefined);
  expect(own).toHaveLength(5);
  for (const { subagentRunId, metadata } of own) {
    const asked = started.find((each) => each.subagentRunId === subagentRunId);
    expect(metadata).toEqual({ agent: "critic", parentToolCallId: asked?.parentToolCallId });
  }
  for (const { subagentRunId, metadata } of beginnings)
    if (subagentRunId === undefined) expect(metadata).toBeUndefined();
  for (const { metadata } of ofType(run.events, EventType.TOOL_CALL_RESULT))
    expect(metadata?.durationMs).toBeTypeOf("number");
});

test("[C13] past its tokens a run makes no further model call, says so, and what was done stays", async () => {
  const team = { ...notesTeam(new Notes()), maxTokensPerRun: 1 };
  const run = await observe(team, { script: { writer: [{ calls: [add("kept")] }, { text: "never said" }] } });
  expect(run.outcome).toMatchObject({ status: "error", error: { code: "over_limit" } });
  expect(run.prompts).toHaveLength(1);
  expect(run.state).toMatchObject({ notebook: { added: [expect.anything()] } });
});
