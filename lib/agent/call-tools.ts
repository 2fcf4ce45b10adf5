import { toolCallResult } from "@/lib/agent/agent-events";
import { applyBound, applyEffects, resultForEffects } from "@/lib/agent/effects";
import { errorText } from "@/lib/agent/error-text";
import { applyPending, emitDelta, type PendingCall, startPending } from "@/lib/agent/pending";
import type { ModelCall } from "@/lib/agent/read-step";
import type { Invocation } from "@/lib/agent/run-scope";
import { boundText } from "@/lib/agent/text-for-model";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import { toolResultMessage } from "@/lib/agent/transcript";
import { isAppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";

/** Characters of one result that reach the model and the browser. */
export const resultLimit = 64 * 1024;

export const cancelledText = "Cancelled.";

/** Runs a step's calls side by side. When it resolves, each has exactly one result, stored and sent. */
export async function callTools(invocation: Invocation, calls: readonly ModelCall[]): Promise<ToolResult[]> {
  const settled = await Promise.allSettled(calls.map((call) => callTool(invocation, call)));
  // Only the engine's own trouble rejects, such as a store that fails; the others are done by now.
  return settled.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

async function callTool(invocation: Invocation, call: ModelCall): Promise<ToolResult> {
  const { run, row, events } = invocation;
  const checked = checkCall(invocation.tools, call);
  if (!checked.ok) return settle(invocation, call, undefined, { text: checked.error, isError: true });
  const started: PendingCall = {
    tool: call.tool,
    input: checked.input,
    agent: run.request.client?.name ?? row.agent,
    run: { threadId: row.threadId, runId: row.runId, toolCallId: call.id },
    now: run.ports.now(),
  };
  await startPending(run, events, started);
  return settle(invocation, call, started, await runTool(invocation, checked.tool, started));
}

type Checked = { ok: true; tool: Tool; input: Json } | { ok: false; error: string };

/** The errors are for the model: they say what to do instead (E4). */
function checkCall(tools: ReadonlyMap<string, Tool>, call: ModelCall): Checked {
  const tool = tools.get(call.tool);
  if (!tool) {
    return {
      ok: false,
      error: `There is no tool "${call.tool}". There are: ${[...tools.keys()].join(", ")}.`,
    };
  }
  if (call.problem !== undefined)
    return { ok: false, error: `${call.problem} Nothing was done. Call it again.` };
  const checked = tool.check(call.input);
  if (checked.ok) return { ok: true, tool, input: checked.input };
  return { ok: false, error: `The input is not valid; nothing was done.\n${checked.error}` };
}

async function runTool({ run, row }: Invocation, tool: Tool, call: PendingCall): Promise<ToolResult> {
  const { signal } = run.ports;
  if (signal.aborted) return { text: cancelledText, isError: true };
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
function settle(
  { run, row, events, transcript }: Invocation,
  call: ModelCall,
  started: PendingCall | undefined,
  result: ToolResult,
): Promise<ToolResult> {
  return run.state.enqueue(async () => {
    const isError = result.isError === true;
    const text = boundText(result.text, resultLimit);
    await transcript.append(row.id, toolResultMessage(call, text, isError, result.structured));
    const draft = run.state.draft();
    if (started) {
      if (!isError) await applyEffects(run, draft, { ...started, result: resultForEffects(result) });
      applyPending(run, draft, "end", started);
      applyBound(run, draft, row.agent);
    }
    const delta = run.state.commit(draft);
    events.emit(toolCallResult(run.ports.newId, call.id, text, isError));
    emitDelta(events, delta);
    return result;
  });
}
