import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { TokenUsage, TraceEntry } from "@/lib/agent/run";
import { cachedTokens, type Prompt } from "@/lib/lab/cached-tokens";
import { estimateTokens } from "@/lib/model/tokens";
import { isJsonObject, type Json, type JsonObject, jsonOrText } from "@/lib/shared/json";
import { applyPatch, valueAt } from "@/lib/shared/patch";
import { parsePatch } from "@/lib/shared/patch-operation";

export type TurnCall = { id: string; tool: string; input: Json; result: string | undefined; failed: boolean };
export type TurnMessage = { id: string; role: string; text: string; subagentRunId: string | undefined };

/** What one turn led to, read from what it sent (L3). */
export type TurnResult = {
  status: "success" | "cancelled" | "interrupt" | "error";
  error: string | undefined;
  events: readonly AGUIEvent[];
  /** Exactly what each model call saw. */
  prompts: readonly Prompt[];
  warnings: readonly string[];
  durationMs: number;
  /** The state after every snapshot and delta the run sent. */
  state(): JsonObject;
  /** What is at a pointer of that state. */
  at(pointer: string): Json | undefined;
  messages(): TurnMessage[];
  calls(): TurnCall[];
  /** The last thing the entry agent said. */
  answer(): string;
  counts(): TurnCounts;
};

/** Tokens as the provider counts them for a live model; else estimates of four characters each. */
export type TurnCounts = {
  toolCalls: number;
  modelCalls: number;
  promptTokens: number;
  cachedTokens: number;
  outputTokens: number;
  durationMs: number;
};

export function turnResult(
  events: readonly AGUIEvent[],
  trace: readonly TraceEntry[],
  durationMs: number,
  isLive = false,
): TurnResult {
  const prompts = trace.flatMap((entry) => (entry.kind === "model-call" ? [entry] : []));
  const result: TurnResult = {
    ...endOf(events),
    events,
    prompts,
    warnings: trace.flatMap((entry) => (entry.kind === "warning" ? [entry.reason] : [])),
    durationMs,
    state: () => foldState(events),
    at: (pointer) => valueAt(foldState(events), pointer),
    messages: () => foldMessages(events),
    calls: () => foldCalls(events),
    answer: () =>
      foldMessages(events).findLast((message) => message.role === "assistant" && !message.subagentRunId)
        ?.text ?? "",
    counts: () => ({
      toolCalls: foldCalls(events).length,
      modelCalls: prompts.length,
      ...(isLive ? countedTokens(trace) : estimatedTokens(prompts, events)),
      durationMs,
    }),
  };
  return result;
}

type Tokens = Pick<TurnCounts, "promptTokens" | "cachedTokens" | "outputTokens">;

function countedTokens(trace: readonly TraceEntry[]): Tokens {
  const used = trace.flatMap((entry) => (entry.kind === "model-answer" ? [entry.usage] : []));
  const sum = (key: keyof TokenUsage) => used.reduce((total, usage) => total + usage[key], 0);
  return {
    promptTokens: sum("inputTokens"),
    cachedTokens: sum("cachedInputTokens"),
    outputTokens: sum("outputTokens"),
  };
}

function estimatedTokens(prompts: readonly Prompt[], events: readonly AGUIEvent[]): Tokens {
  return {
    promptTokens: prompts.reduce((sum, prompt) => sum + promptTokens(prompt), 0),
    cachedTokens: cachedTokens(prompts),
    outputTokens: outputTokens(events),
  };
}

const promptTokens = (prompt: Prompt): number =>
  estimateTokens(prompt.system + JSON.stringify(prompt.messages));

function endOf(events: readonly AGUIEvent[]): Pick<TurnResult, "status" | "error"> {
  const last = events.findLast(
    (event) => event.type === EventType.RUN_FINISHED || event.type === EventType.RUN_ERROR,
  );
  if (last?.type === EventType.RUN_ERROR) return { status: "error", error: last.message };
  if (last?.type !== EventType.RUN_FINISHED) return { status: "error", error: "The run sent no end." };
  return { status: last.outcome?.type ?? "success", error: undefined };
}

/** Throws a PatchError when a delta doesn't apply. */
function foldState(events: readonly AGUIEvent[]): JsonObject {
  let state: JsonObject = {};
  for (const event of events) {
    if (event.type === EventType.STATE_SNAPSHOT && isJsonObject(event.snapshot)) state = event.snapshot;
    if (event.type !== EventType.STATE_DELTA) continue;
    const next = applyPatch(state, parsePatch(event.delta));
    if (isJsonObject(next)) state = next;
  }
  return state;
}

function foldMessages(events: readonly AGUIEvent[]): TurnMessage[] {
  const messages = new Map<string, TurnMessage>();
  for (const event of events) {
    if (event.type === EventType.TEXT_MESSAGE_START) {
      const { messageId: id, subagentRunId } = event;
      messages.set(id, {
        id,
        role: event.role ?? "assistant",
        text: messages.get(id)?.text ?? "",
        subagentRunId,
      });
    }
    if (event.type !== EventType.TEXT_MESSAGE_CONTENT) continue;
    const message = messages.get(event.messageId);
    if (message) message.text += event.delta;
  }
  return [...messages.values()];
}

function foldCalls(events: readonly AGUIEvent[]): TurnCall[] {
  const calls = new Map<string, { call: TurnCall; json: string }>();
  for (const event of events) {
    if (event.type === EventType.TOOL_CALL_START) {
      const { toolCallId: id, toolCallName: tool } = event;
      calls.set(id, { call: { id, tool, input: null, result: undefined, failed: false }, json: "" });
    }
    if (event.type === EventType.TOOL_CALL_ARGS) {
      const open = calls.get(event.toolCallId);
      if (open) open.json += event.delta;
    }
    if (event.type !== EventType.TOOL_CALL_RESULT) continue;
    const ended = calls.get(event.toolCallId);
    if (!ended) continue;
    ended.call.result = typeof event.content === "string" ? event.content : JSON.stringify(event.content);
    ended.call.failed = isJsonObject(event.metadata) && event.metadata.isError === true;
  }
  return [...calls.values()].map(({ call, json }) => ({ ...call, input: jsonOrText(json) }));
}

function outputTokens(events: readonly AGUIEvent[]): number {
  const said = events.flatMap((event) =>
    event.type === EventType.TEXT_MESSAGE_CONTENT || event.type === EventType.TOOL_CALL_ARGS
      ? [event.delta]
      : [],
  );
  return estimateTokens(said.join(""));
}
