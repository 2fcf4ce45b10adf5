import { ApprovalAnswer } from "@/lib/agent/approval";
import { checkCall, sideBySide } from "@/lib/agent/call-tools";
import { clientResult } from "@/lib/agent/client-tools";
import { converse, say } from "@/lib/agent/converse";
import { waiting } from "@/lib/agent/hold-call";
import { type Answer, answerOf, type OpenRequest } from "@/lib/agent/open-request";
import { pendingCall, runCall, settle } from "@/lib/agent/run-call";
import type { Invocation, InvocationOutcome } from "@/lib/agent/run-scope";
import type { ToolResult } from "@/lib/agent/tool";
import { interruptedText } from "@/lib/agent/transcript";
import { isWorkflow, workflowTools } from "@/lib/agent/workflow";
import type { Json } from "@/lib/shared/json";

type Call = { id: string; tool: string; input: Json };

/**
 * An invocation that was suspended goes on (H3): each of its calls without a result gets one, from the answer it waited
 * for, from its delegate, which is taken up in turn, or the word that it was interrupted. Then the loop goes on, with the
 * same base and marks (V8).
 */
export async function takeUp(suspended: Invocation): Promise<InvocationOutcome> {
  const { run, events, transcript } = suspended;
  const byWorkflow = isWorkflow(transcript.messages);
  const invocation = byWorkflow ? { ...suspended, tools: workflowTools(run) } : suspended;
  const calls = transcript.openCalls();
  for (const call of calls) events.expectResult(call.id);
  const results = await sideBySide(invocation, calls, (call) => goOn(invocation, call));
  if (run.ports.signal.aborted) return { status: "cancelled" };
  if (results.includes(waiting)) return { status: "suspended" };
  if (byWorkflow) return say(invocation, results.map((result) => result.text).join("\n"));
  return converse(invocation);
}

async function goOn(invocation: Invocation, call: Call): Promise<ToolResult> {
  const { invocations, requests } = invocation.run.pause;
  if (invocations.some((row) => row.toolCallId === call.id))
    return runAnswered(invocation, call, call.input, {});
  const request = requests.find((each) => each.toolCallId === call.id);
  if (!request) return settle(invocation, call, undefined, { text: interruptedText, isError: true });
  const answer = answerOf(request);
  if (answer.status === "expired") await invocation.run.ports.transcripts.closeRequest(request.id, "expired");
  if (answer.status !== "resolved") return settleUnanswered(invocation, call, request, answer);
  if (request.kind === "client") {
    const started = pendingCall(invocation, call, call.input);
    return settle(invocation, call, started, clientResult(answer.payload));
  }
  if (request.kind === "question")
    return runAnswered(invocation, call, call.input, { answer: answer.payload });
  return goOnWithApproval(invocation, call, ApprovalAnswer.parse(answer.payload));
}

function goOnWithApproval(invocation: Invocation, call: Call, word: ApprovalAnswer): Promise<ToolResult> {
  const { approved, editedArgs, reason } = word;
  if (!approved) {
    const why = reason ? `, who says: ${JSON.stringify(reason)}` : "";
    const text = `Rejected by the person${why}. Nothing was done. Do not call it again unless they ask for it.`;
    const metadata = { approval: { status: "rejected", ...(reason && { reason }) } };
    return settle(invocation, call, undefined, { text, isError: true }, { metadata });
  }
  if (!editedArgs)
    return runAnswered(invocation, call, call.input, { metadata: { approval: { status: "approved" } } });
  const note = `The person changed the input before approving it. This ran: ${JSON.stringify(editedArgs)}\n`;
  const metadata = { approval: { status: "edited", arguments: editedArgs } };
  return runAnswered(invocation, call, editedArgs, { note, metadata });
}

/** Runs a call that was held, or whose delegate was. The tool may be gone by now, or want another input. */
function runAnswered(
  invocation: Invocation,
  { id, tool }: Call,
  input: Json,
  word: Parameters<typeof runCall>[3],
): Promise<ToolResult> {
  const checked = checkCall(invocation.tools, { tool, input });
  if (!checked.ok) return settle(invocation, { id, tool }, undefined, { text: checked.error, isError: true });
  return runCall(invocation, checked.tool, pendingCall(invocation, { id, tool }, checked.input), word);
}

function settleUnanswered(
  invocation: Invocation,
  call: Call,
  { kind }: OpenRequest,
  { status }: Answer,
): Promise<ToolResult> {
  const who = kind === "client" ? "The client" : "The person";
  const text =
    status === "expired"
      ? `${who} was asked and did not answer in time. Nothing was done.`
      : `${who} was asked and gave no answer. Nothing was done.`;
  const metadata = kind === "approval" ? { approval: { status } } : { question: { status } };
  return settle(invocation, call, undefined, { text, isError: true }, { metadata });
}
