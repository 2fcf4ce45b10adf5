import type { Metadata } from "@ag-ui/core";
import { AgentEvents, toolCallResult } from "@/lib/agent/agent-events";
import { clientResult } from "@/lib/agent/client-tools";
import type { OpenRequest } from "@/lib/agent/open-request";
import type { InvocationRow, Pause } from "@/lib/agent/run";
import type { Run } from "@/lib/agent/run-scope";
import type { ToolResult } from "@/lib/agent/tool";
import { Transcript, toolResultMessage } from "@/lib/agent/transcript";

/**
 * Ends suspended work that nobody will take up: each call that waited gets its one result, which says why, and so do
 * those of its delegates (R6, H3). What a client's tool had answered by then counts.
 */
export async function abandon(run: Run, pause: Pause, row: InvocationRow, reason: string): Promise<void> {
  const { transcripts, newId } = run.ports;
  const subagentRunId = row.toolCallId === "" ? undefined : row.id;
  const events = new AgentEvents(run.ports.emit, newId, subagentRunId);
  const transcript = await Transcript.open(transcripts, row.threadId, row.transcript);
  for (const call of transcript.openCalls()) {
    const delegate = pause.invocations.find((other) => other.toolCallId === call.id);
    if (delegate) await abandon(run, pause, delegate, reason);
    const request = pause.requests.find((each) => each.toolCallId === call.id);
    if (request && !request.answer) await transcripts.closeRequest(request.id, "cancelled");
    const { text, isError = false } = lastWord(request, reason);
    await transcript.append(row.id, toolResultMessage(call, text, isError));
    const metadata: Metadata = request?.kind === "approval" ? { approval: { status: "cancelled" } } : {};
    events.emit(toolCallResult(newId, call.id, text, isError, metadata));
  }
  await transcripts.endInvocation(row.id, "cancelled", run.usage.of(row.id));
}

function lastWord(request: OpenRequest | undefined, reason: string): ToolResult {
  if (request?.kind === "client" && request.answer?.status === "resolved")
    return clientResult(request.answer.payload);
  return { text: reason, isError: true };
}
