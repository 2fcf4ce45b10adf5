import type { Metadata } from "@ag-ui/core";
import { toolCallResult } from "@/lib/agent/agent-events";
import { applyBound, applyEffects, resultForEffects } from "@/lib/agent/effects";
import { errorText } from "@/lib/agent/error-text";
import { waiting } from "@/lib/agent/hold-call";
import { applyPending, emitDelta, type PendingCall, startPending } from "@/lib/agent/pending";
import type { Invocation } from "@/lib/agent/run-scope";
import { boundText } from "@/lib/agent/text-for-model";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import { toolResultMessage } from "@/lib/agent/transcript";
import { isAppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";

/** Characters of one result that reach the model and the browser. */
export const resultLimit = 64 * 1024;

export const cancelledText = "Cancelled.";

/** What a person had to do with a call. */
export type Word = {
  /** To a tool that asked them. */
  answer?: Json;
  /** Opens the result, for the model. */
  note?: string;
  /** Travels with the result, for the page. */
  metadata?: Metadata;
};

/** A call as effects and pending mappers are told of it. */
export function pendingCall(
  { run, row }: Invocation,
  call: { id: string; tool: string },
  input: Json,
): PendingCall {
  return {
    tool: call.tool,
    input,
    agent: run.request.client?.name ?? row.agent,
    run: { threadId: row.threadId, runId: row.runId, toolCallId: call.id },
    now: run.ports.now(),
  };
}

/** Runs a checked call and settles it, unless it is a delegate's that waits for somebody. */
export async function runCall(
  invocation: Invocation,
  tool: Tool,
  call: PendingCall,
  word: Word = {},
): Promise<ToolResult> {
  const { run, events } = invocation;
  await startPending(run, events, call);
  const result = await runTool(invocation, tool, call, word.answer);
  if (result === waiting) await endPending(invocation, call);
  else await settle(invocation, { id: call.run.toolCallId, tool: call.tool }, call, result, word);
  return result;
}

async function runTool(
  { run, row }: Invocation,
  tool: Tool,
  call: PendingCall,
  answer: Json | undefined,
): Promise<ToolResult> {
  const { signal } = run.ports;
  // A delegate that waited is taken up all the same: its own calls want their results, too.
  const isSuspended = run.pause.invocations.some((each) => each.toolCallId === call.run.toolCallId);
  if (signal.aborted && !isSuspended) return { text: cancelledText, isError: true };
  try {
    return await tool.run(call.input, {
      toolCallId: call.run.toolCallId,
      agent: row.agent,
      ...(run.request.client && { client: run.request.client.name }),
      ownerId: run.request.ownerId,
      threadId: row.threadId,
      runId: row.runId,
      invocationId: row.id,
      state: run.state.current,
      marks: row.marks,
      signal,
      ...(answer !== undefined && { answer }),
    });
  } catch (error) {
    // A tool that throws because it was stopped has not committed; one that had would have returned (E9).
    if (signal.aborted) return { text: cancelledText, isError: true };
    if (isAppError(error)) return { text: error.message, isError: true };
    run.warn({ agent: row.agent, tool: tool.name, reason: `it threw: ${errorText(error)}` });
    return { text: `${tool.name} failed unexpectedly. Nothing is known to have changed.`, isError: true };
  }
}

/**
 * Ends a call, in one task of the queue: its result is stored, its effects are computed, and then result and delta
 * leave together (E5). `started` is undefined for a call that never ran.
 */
export function settle(
  { run, row, events, transcript }: Invocation,
  call: { id: string; tool: string },
  started: PendingCall | undefined,
  result: ToolResult,
  { note = "", metadata }: Word = {},
): Promise<ToolResult> {
  return run.state.enqueue(async () => {
    const isError = result.isError === true;
    const text = boundText(note + result.text, resultLimit);
    await transcript.append(row.id, toolResultMessage(call, text, isError, result.structured));
    const draft = run.state.draft();
    if (started) {
      if (!isError) await applyEffects(run, draft, { ...started, result: resultForEffects(result) });
      applyPending(run, draft, "end", started);
      applyBound(run, draft, row.agent);
    }
    const delta = run.state.commit(draft);
    const took = started && { durationMs: run.ports.now().getTime() - started.now.getTime() };
    const { agent } = row;
    if (took)
      run.ports.trace({ kind: "tool-call", agent, tool: call.tool, toolCallId: call.id, isError, ...took });
    events.emit(toolCallResult(run.ports.newId, call.id, text, isError, { ...took, ...metadata }));
    emitDelta(events, delta);
    return result;
  });
}

/** Nobody is at work on a call that waits (K2). */
function endPending({ run, events }: Invocation, call: PendingCall): Promise<void> {
  return run.state.enqueue(() => {
    const draft = run.state.draft();
    applyPending(run, draft, "end", call);
    emitDelta(events, run.state.commit(draft));
  });
}
