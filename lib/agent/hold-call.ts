import type { ModelMessage } from "ai";
import { type ApprovalCall, approvalSchema } from "@/lib/agent/approval";
import { errorText } from "@/lib/agent/error-text";
import type { OpenRequest } from "@/lib/agent/open-request";
import type { PendingCall } from "@/lib/agent/pending";
import type { Invocation, Run } from "@/lib/agent/run-scope";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import type { JsonObject } from "@/lib/shared/json";
import { matchesTool } from "@/lib/shared/tool-glob";

/** Stands for the result of a call that has none yet: it, or a call of its delegate, waits for somebody's answer. */
export const waiting: ToolResult = { text: "" };

const answerWithinMs = 24 * 60 * 60 * 1_000;

/** Keeps a call back until its request is answered: it is stored, and open when the run ends (H1, H2, T8). */
export async function holdCall({ run }: Invocation, request: OpenRequest): Promise<ToolResult> {
  await run.ports.transcripts.addRequest(request);
  run.open.push(request);
  return waiting;
}

/** What somebody has to answer before the call runs, or undefined when it runs at once. */
export async function requestFor(
  { run, row, events, depth, transcript, messageIndex }: Invocation,
  tool: Tool,
  { input, run: { toolCallId, threadId } }: PendingCall,
): Promise<OpenRequest | undefined> {
  const asked = await askedFor();
  if (!asked) return undefined;
  const id = run.ports.newId("a");
  const expiresAt = new Date(run.ports.now().getTime() + (run.team.answerWithinMs ?? answerWithinMs));
  return {
    id,
    kind: asked.kind,
    threadId,
    invocationId: row.id,
    toolCallId,
    interrupt: {
      id,
      reason: asked.kind === "approval" ? "tool_approval" : "input_required",
      message: asked.message,
      toolCallId,
      responseSchema: asked.responseSchema,
      expiresAt: expiresAt.toISOString(),
      metadata: {
        ...{ kind: asked.kind, tool: tool.name, agent: row.agent, arguments: input },
        // Who answers may be asked by several delegates of one name.
        ...(depth > 0 && { task: textOf(transcript.messages[messageIndex]) }),
      },
      ...(events.subagentRunId !== undefined && { subagentRunId: events.subagentRunId }),
    },
    expiresAt,
    answer: null,
  };

  async function askedFor(): Promise<
    { kind: OpenRequest["kind"]; message: string; responseSchema: JsonObject } | undefined
  > {
    const question = tool.asks?.(input);
    if (question) return { kind: question.of === "client" ? "client" : "question", ...question };
    const { agent } = row;
    const { ownerId } = run.request;
    const state = run.state.current;
    const message = await approvalMessage(run, { tool: tool.name, input, agent, ownerId, threadId, state });
    if (message === undefined) return undefined;
    return { kind: "approval", message, responseSchema: approvalSchema(tool.inputSchema) };
  }
}

function textOf(message: ModelMessage | undefined): string {
  return typeof message?.content === "string" ? message.content : "";
}

/** What the person is asked before this call, or undefined when it needs nobody's word. A rule that fails asks. */
async function approvalMessage(run: Run, call: ApprovalCall): Promise<string | undefined> {
  for (const approval of run.team.approvals ?? []) {
    if (!matchesTool(approval.tool, call.tool)) continue;
    const plain = `${call.agent} wants to call ${call.tool}.`;
    try {
      if (approval.when && !(await approval.when(call))) continue;
      return typeof approval.message === "string" ? approval.message : await approval.message(call);
    } catch (error) {
      const reason = `the approval could not be decided, so it is asked for: ${errorText(error)}`;
      run.warn({ agent: call.agent, tool: call.tool, reason });
      return plain;
    }
  }
  return undefined;
}
