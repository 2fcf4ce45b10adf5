import { type AGUIEvent, EventType } from "@ag-ui/core";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { graceMs } from "@/lib/agent/agent-tools";
import { defineTool } from "@/lib/agent/define-tool";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import type { ToolCall, ToolResult } from "@/lib/agent/tool";
import { valueAt } from "@/lib/shared/patch";

const add = (text: string) => ({ tool: "notes___add", input: { text } });
const stopWith = (stop: AbortController) => stop.abort(new DOMException("Stopped", "AbortError"));

afterEach(() => {
  vi.useRealTimers();
});

/** A team with a tool that does this. */
function waiting(run: (call: ToolCall) => Promise<ToolResult>) {
  const team = notesTeam(new Notes());
  const tool = defineTool({
    name: "notes___wait",
    description: "Waits.",
    input: z.object({}),
    run: (_, call) => run(call),
  });
  return { ...team, tools: [...team.tools, tool] };
}

test("[R2] Stop in the middle of an answer closes what is open and keeps the text", async () => {
  const stop = new AbortController();
  const transcripts = new MemoryTranscripts();
  const run = await observe(notesTeam(new Notes()), {
    transcripts,
    signal: stop.signal,
    script: {
      writer: [{ reasoning: "hm", text: "Half an answer", calls: [add("a"), add("b")], hangs: true }],
    },
    onEvent: (event) => {
      if (event.type === EventType.TOOL_CALL_ARGS && event.delta.includes("b")) stopWith(stop);
    },
  });
  expect(run.outcome.status).toBe("cancelled");
  expect(run.events.at(-1)).toMatchObject({ type: EventType.RUN_FINISHED, outcome: { type: "cancelled" } });
  expect(ofType(run.events, EventType.TOOL_CALL_RESULT).map((event) => event.content)).toEqual([
    "Cancelled.",
    "Cancelled.",
  ]);
  const stored = transcripts.rows("t_1", "writer").map((row) => row.message);
  expect(stored.slice(1)).toEqual([{ role: "assistant", content: "Half an answer" }]);
  expect([...transcripts.invocations.values()].map((row) => row.status)).toEqual(["cancelled"]);
  const next = await observe(notesTeam(new Notes()), { transcripts });
  expect(next.outcome.status).toBe("success");
});

test("[R2] Stop before the first model call asks no model", async () => {
  const run = await observe(notesTeam(new Notes()), { signal: AbortSignal.abort() });
  expect(run.prompts).toEqual([]);
  expect(run.outcome.status).toBe("cancelled");
});

test("[R2] Stop doesn't wait for a model that takes no notice", async () => {
  const stop = new AbortController();
  const run = await observe(notesTeam(new Notes()), {
    signal: stop.signal,
    script: { writer: [{ isDeaf: true }] },
    onEvent: (event) => {
      if (event.type === EventType.STEP_STARTED) setTimeout(() => stopWith(stop), 20);
    },
  });
  expect(run.outcome.status).toBe("cancelled");
  expect(run.prompts).toHaveLength(1);
});

test("[R2] Stop aborts the tools, and each call has one result, stored and sent", async () => {
  const stop = new AbortController();
  const team = waiting(async ({ signal }) => {
    setImmediate(() => stopWith(stop));
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    throw new Error("not reached");
  });
  const run = await observe(team, {
    signal: stop.signal,
    script: { writer: [{ calls: [{ tool: "notes___wait" }, add("a")] }] },
  });
  expect(run.outcome.status).toBe("cancelled");
  const results = ofType(run.events, EventType.TOOL_CALL_RESULT).map((event) => event.content);
  expect(results.toSorted()).toEqual(["Added note 1.", "Cancelled."]);
  expect(run.warnings).toEqual([]);
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
});

test("[R2] a tool that doesn't stop is given up on within 10 s, and what it returns later goes nowhere", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stop = new AbortController();
  let answer: ((result: ToolResult) => void) | undefined;
  let begun: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const team = waiting(() => {
    begun();
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const events: AGUIEvent[] = [];
  const observed = observe(team, {
    signal: stop.signal,
    script: { writer: [{ calls: [{ tool: "notes___wait" }] }] },
    onEvent: (event) => events.push(event),
  });
  await running;
  stopWith(stop);
  await vi.advanceTimersByTimeAsync(graceMs - 1);
  expect(events.at(-1)?.type).not.toBe(EventType.RUN_FINISHED);
  await vi.advanceTimersByTimeAsync(1);
  const run = await observed;
  expect(ofType(run.events, EventType.TOOL_CALL_RESULT).map((event) => event.content)).toEqual([
    "Cancelled.",
  ]);
  answer?.({ text: "too late", structured: {} });
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toHaveLength(run.events.length);
});

test("[R2] Stop reaches delegates at any depth", async () => {
  const stop = new AbortController();
  const run = await observe(notesTeam(new Notes()), {
    signal: stop.signal,
    script: {
      writer: [{ calls: [{ tool: "delegate___critic", input: { task: "one" } }] }],
      critic: [{ calls: [{ tool: "delegate___critic", input: { task: "two" } }] }],
      "critic#2": [{ text: "thinking about it", calls: [add("a")], hangs: true }],
    },
    onEvent: (event) => {
      if (event.type === EventType.TOOL_CALL_ARGS && event.delta.includes("text")) stopWith(stop);
    },
  });
  expect(ofType(run.events, EventType.SUBAGENT_ERROR).map((event) => event.code)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  expect([...run.transcripts.invocations.values()].map((row) => row.status)).toEqual(
    Array(3).fill("cancelled"),
  );
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
});
