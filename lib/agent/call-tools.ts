import { abandon } from "@/lib/agent/abandon";
import { holdCall, requestFor, waiting } from "@/lib/agent/hold-call";
import type { ModelCall } from "@/lib/agent/read-step";
import { cancelledText, pendingCall, runCall, settle } from "@/lib/agent/run-call";
import type { Invocation } from "@/lib/agent/run-scope";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import { deepestJson, isTooDeep, type Json } from "@/lib/shared/json";

/** Runs a step's calls side by side; those that need somebody's word are held (H1). */
export function callTools(invocation: Invocation, calls: readonly ModelCall[]): Promise<ToolResult[]> {
  return sideBySide(invocation, calls, (call) => callTool(invocation, call));
}

/** When it resolves, each call has exactly one result, stored and sent, or is `waiting`. */
export async function sideBySide<C extends { id: string; tool: string }>(
  invocation: Invocation,
  calls: readonly C[],
  deal: (call: C) => Promise<ToolResult>,
): Promise<ToolResult[]> {
  const settled = await Promise.allSettled(calls.map(deal));
  // Only the engine's own trouble rejects, such as a store that fails; the others are done by now.
  const results = settled.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
  if (invocation.run.ports.signal.aborted) await giveUp(invocation, calls, results);
  return results;
}

async function callTool(invocation: Invocation, call: ModelCall): Promise<ToolResult> {
  const checked = checkCall(invocation.tools, call);
  if (!checked.ok) return settle(invocation, call, undefined, { text: checked.error, isError: true });
  const started = pendingCall(invocation, call, checked.input);
  const request = await requestFor(invocation, checked.tool, started);
  if (!request) return runCall(invocation, checked.tool, started);
  if (!invocation.run.request.client) return holdCall(invocation, request);
  // Another assistant has nobody here to ask (T4).
  const text = `This needs a person's word, so it was not done: ${request.interrupt.message}`;
  return settle(invocation, call, undefined, { text, isError: true });
}

type Checked = { ok: true; tool: Tool; input: Json } | { ok: false; error: string };

/** The errors are for the model: they say what to do instead (E4). */
export function checkCall(
  tools: ReadonlyMap<string, Tool>,
  call: Pick<ModelCall, "tool" | "input" | "problem">,
): Checked {
  const tool = tools.get(call.tool);
  if (!tool) {
    return {
      ok: false,
      error: `There is no tool "${call.tool}". There are: ${[...tools.keys()].join(", ")}.`,
    };
  }
  if (call.problem !== undefined)
    return { ok: false, error: `${call.problem} Nothing was done. Call it again.` };
  if (isTooDeep(call.input))
    return {
      ok: false,
      error: `The input is nested too deeply: ${deepestJson} levels at most. Nothing was done.`,
    };
  const checked = tool.check(call.input);
  if (checked.ok) return { ok: true, tool, input: checked.input };
  return { ok: false, error: `The input is not valid; nothing was done.\n${checked.error}` };
}

/** A stopped run waits for nobody: what is held has its result now, at any depth. */
async function giveUp(
  invocation: Invocation,
  calls: readonly { id: string; tool: string }[],
  results: readonly ToolResult[],
): Promise<void> {
  const { run } = invocation;
  for (const [index, call] of calls.entries()) {
    if (results[index] !== waiting) continue;
    const delegate = run.suspended.find((row) => row.toolCallId === call.id);
    if (delegate)
      await abandon(run, { invocations: run.suspended, requests: run.open }, delegate, cancelledText);
    const request = run.open.find((one) => one.toolCallId === call.id);
    if (request) await run.ports.transcripts.closeRequest(request.id, "cancelled");
    await settle(invocation, call, undefined, { text: cancelledText, isError: true });
  }
}
