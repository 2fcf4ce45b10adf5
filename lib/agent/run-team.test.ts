import { type AGUIEvent, EventType } from "@ag-ui/core";
import { RetryError } from "ai";
import { expect, test } from "vitest";
import { resultLimit } from "@/lib/agent/run-call";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import type { Script } from "@/lib/agent/testing/scripted-model";
import { AppError } from "@/lib/shared/app-error";

const add = (text: string) => ({ tool: "notes___add", input: { text } });
const typesOf = (events: readonly AGUIEvent[]) => events.map((event) => event.type);

test("[T9] a run is one model call after the other, with the calls between them run by the engine", async () => {
  const notes = new Notes();
  const run = await observe(notesTeam(notes, { pending: [] }), {
    request: { message: { id: "m_hello", content: "Note milk" } },
    script: { writer: [{ text: "I'll add it.", calls: [add("milk")] }, { text: "Added." }] },
  });
  expect(notes.texts).toEqual(["milk"]);
  expect(typesOf(run.events)).toEqual([
    "RUN_STARTED",
    "STATE_SNAPSHOT",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "STEP_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_RESULT",
    "STATE_DELTA",
    "STEP_FINISHED",
    "STEP_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "STEP_FINISHED",
    "RUN_FINISHED",
  ]);
  expect(ofType(run.events, EventType.TEXT_MESSAGE_START)[0]).toMatchObject({
    messageId: "m_hello",
    role: "user",
  });
  expect(ofType(run.events, EventType.RUN_FINISHED)).toMatchObject([
    {
      outcome: { type: "success" },
      usage: [{ model: "scripted", inputTokens: 20, outputTokens: 10, totalTokens: 30 }],
    },
  ]);
  expect(run.outcome.usage).toEqual({ inputTokens: 20, cachedInputTokens: 8, outputTokens: 10 });
});

test("[T9] ids that a model uses again are unique in events and transcript, and the same in both", async () => {
  const call = { ...add("a"), id: "call_0" };
  const run = await observe(notesTeam(new Notes()), {
    script: { writer: [{ text: "x", calls: [call] }, { text: "y", calls: [call] }, { text: "z" }] },
  });
  const calls = ofType(run.events, EventType.TOOL_CALL_START).map((event) => event.toolCallId);
  const texts = ofType(run.events, EventType.TEXT_MESSAGE_START).map((event) => event.messageId);
  expect(new Set(calls).size).toBe(2);
  expect(new Set(texts).size).toBe(4);
  for (const id of calls) expect(id).toMatch(/^c_/);
  const stored = JSON.stringify(run.transcripts.rows("t_1", "writer"));
  for (const id of calls) expect(stored.split(id)).toHaveLength(3);
  expect(stored).not.toContain("call_0");
});

test("[T9] a call that comes in one piece has the same events as one that streams", async () => {
  const events = async (atomic: boolean) => {
    const script: Script = { writer: [{ calls: [{ ...add("a"), atomic }] }] };
    return (await observe(notesTeam(new Notes()), { script })).events;
  };
  const args = (all: AGUIEvent[]) =>
    ofType(all, EventType.TOOL_CALL_ARGS)
      .map((event) => event.delta)
      .join("");
  const [whole, streamed] = [await events(true), await events(false)];
  expect(args(whole)).toBe('{"text":"a"}');
  expect(args(whole)).toBe(args(streamed));
  expect(new Set(typesOf(whole))).toEqual(new Set(typesOf(streamed)));
});

test("[T9] thoughts are sent apart, and go back to the model with their signature", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: { writer: [{ reasoning: "Let me think", calls: [add("a")] }, { text: "done" }] },
  });
  expect(
    ofType(run.events, EventType.REASONING_MESSAGE_CONTENT)
      .map((event) => event.delta)
      .join(""),
  ).toBe("Let me think");
  expect(run.prompts[1]?.messages[1]?.content).toMatchObject([
    { type: "reasoning", text: "Let me think", providerOptions: { anthropic: { signature: "signed" } } },
    { type: "tool-call" },
  ]);
});

test("[T9] a result is cut before it reaches the model, with a note", async () => {
  const notes = new Notes();
  notes.add("x".repeat(resultLimit + 1_000));
  const run = await observe(notesTeam(notes), {
    script: { writer: [{ calls: [{ tool: "notes___list" }] }] },
  });
  const content = ofType(run.events, EventType.TOOL_CALL_RESULT)[0]?.content;
  expect(content).toHaveLength(resultLimit + "\n[1,000 more characters left out]".length);
  expect(JSON.stringify(run.prompts[1]?.messages)).toContain("[1,000 more characters left out]");
});

test("[T9] an agent that never comes to an end is stopped with a plain message", async () => {
  const team = notesTeam(new Notes());
  const { writer } = team.agents;
  if (!writer) throw new Error("no writer");
  const run = await observe(
    { ...team, agents: { ...team.agents, writer: { ...writer, maxSteps: 2 } } },
    { script: { writer: [1, 2, 3].map(() => ({ calls: [add("again")] })) } },
  );
  expect(run.prompts).toHaveLength(2);
  expect(ofType(run.events, EventType.TEXT_MESSAGE_CONTENT).at(-1)?.delta).toContain("stopped after 2 steps");
  expect(run.transcripts.rows("t_1", "writer").at(-1)?.message.role).toBe("assistant");
  expect(run.outcome.status).toBe("success");
});

test("[T9] the next message goes on with the same transcript", async () => {
  const transcripts = new MemoryTranscripts();
  const team = notesTeam(new Notes());
  await observe(team, { transcripts, script: { writer: [{ calls: [add("a")] }, { text: "done" }] } });
  const run = await observe(team, { transcripts });
  expect(run.prompts[0]?.messages.map((message) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
    "user",
  ]);
});

test("[T9] a call that a crash left without a result gets one before the model is asked again", async () => {
  const transcripts = new MemoryTranscripts();
  const call = { type: "tool-call" as const, toolCallId: "c_dead", toolName: "notes___add", input: {} };
  await transcripts.append("t_1", "writer", [
    { invocationId: "i_dead", message: { role: "user", content: "Before" } },
    { invocationId: "i_dead", message: { role: "assistant", content: [call] } },
  ]);
  const run = await observe(notesTeam(new Notes()), { transcripts });
  expect(run.outcome.status).toBe("success");
  expect(JSON.stringify(run.prompts[0]?.messages[2])).toContain("Interrupted");
});

test.each<[string, unknown, string, string]>([
  [
    "that may be shown",
    new AppError("rate_limited", "The provider is busy."),
    "rate_limited",
    "The provider is busy.",
  ],
  ["of the library's own", new Error("ECONNRESET /root/x"), "internal", "Something went wrong"],
  [
    "that was retried",
    new RetryError({
      message: "3 times",
      reason: "maxRetriesExceeded",
      errors: [new AppError("timeout", "Too slow.")],
    }),
    "timeout",
    "Too slow.",
  ],
])("[T9] an error %s ends the run, with all that is open closed first", async (_, error, code, message) => {
  const run = await observe(notesTeam(new Notes()), {
    script: { writer: [{ text: "Half a", calls: [add("never")], error }] },
  });
  expect(run.outcome).toMatchObject({ status: "error", error: { code } });
  const last = run.events.at(-1);
  expect(last).toMatchObject({ type: EventType.RUN_ERROR, code });
  expect(last?.type === EventType.RUN_ERROR && last.message).toContain(message);
  expect(JSON.stringify(run.events)).not.toContain("/root/x");
  const count = (type: EventType) => run.events.filter((event) => event.type === type).length;
  expect(count(EventType.TEXT_MESSAGE_END)).toBe(count(EventType.TEXT_MESSAGE_START));
  expect(count(EventType.STEP_FINISHED)).toBe(count(EventType.STEP_STARTED));
  expect(run.transcripts.rows("t_1", "writer").map((row) => row.message)).toEqual([
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Half a" },
  ]);
});

test("[T9] a store that fails ends the run with an error, and nothing rejects", async () => {
  const transcripts = new MemoryTranscripts();
  const append = transcripts.append.bind(transcripts);
  let appended = 0;
  transcripts.append = async (...parameters) => {
    appended += 1;
    if (appended === 1) return append(...parameters);
    throw new Error("disk full");
  };
  const run = await observe(notesTeam(new Notes()), {
    transcripts,
    script: { writer: [{ text: "ok", calls: [add("a")] }] },
  });
  expect(run.outcome.status).toBe("error");
  expect(run.warnings.map((warning) => warning.reason)).toEqual(["it broke off: disk full"]);
});
