import { EventType } from "@ag-ui/core";
import type { AssistantModelMessage, ModelMessage } from "ai";
import { toolsMatching } from "@/lib/agent/agent-tools";
import { callTools } from "@/lib/agent/call-tools";
import { converse, say } from "@/lib/agent/converse";
import { errorText } from "@/lib/agent/error-text";
import { waiting } from "@/lib/agent/hold-call";
import type { ModelCall } from "@/lib/agent/read-step";
import type { Invocation, InvocationOutcome, Run, Work } from "@/lib/agent/run-scope";
import type { Tool } from "@/lib/agent/tool";
import type { Json } from "@/lib/shared/json";
import { isJsonObject } from "@/lib/shared/json";

/**
 * Who answers this run: nobody but its tools when another assistant makes calls (T4); the workflow its action asks for,
 * when the team knows one that takes it (C6); else the model.
 */
export function workflowFor(run: Run): Work {
  const { client } = run.request;
  if (client) return (invocation) => runCalls(invocation, client.calls);
  const { kaboo_action: action } = run.request.forwardedProps;
  if (!isJsonObject(action) || typeof action.kind !== "string") return converse;
  if (!Object.hasOwn(run.team.workflows, action.kind)) return converse;
  try {
    const calls = run.team.workflows[action.kind]?.(action);
    return calls ? (invocation) => answerWith(invocation, calls) : converse;
  } catch (error) {
    const reason = `the workflow "${action.kind}" left the message to the agent: ${errorText(error)}`;
    run.warn({ agent: run.team.entry, reason });
    return converse;
  }
}

/** What the calls say is the answer. */
async function answerWith(invocation: Invocation, calls: readonly WantedCall[]): Promise<InvocationOutcome> {
  const outcome = await runCalls(invocation, calls);
  return outcome.status === "success" ? say(invocation, outcome.text) : outcome;
}

type WantedCall = { tool: string; input: Json };

/** The calls run in the entry agent's place, with any tool of the team. */
async function runCalls(invocation: Invocation, wanted: readonly WantedCall[]): Promise<InvocationOutcome> {
  const { run, row, events, transcript } = invocation;
  const calls: ModelCall[] = wanted.map((call) => ({ ...call, id: run.ports.newId("c") }));
  const stepName = "workflow";
  events.emit({ type: EventType.STEP_STARTED, stepName });
  const parentMessageId = run.ports.newId("m");
  for (const { id: toolCallId, tool: toolCallName, input } of calls) {
    events.emit({ type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId });
    events.emit({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(input) });
    events.emit({ type: EventType.TOOL_CALL_END, toolCallId });
  }
  if (calls.length > 0) await transcript.append(row.id, callMessage(calls));
  await run.ports.stored();
  const results = await callTools({ ...invocation, tools: workflowTools(run) }, calls);
  events.emit({ type: EventType.STEP_FINISHED, stepName });
  if (run.ports.signal.aborted) return { status: "cancelled" };
  if (results.includes(waiting)) return { status: "suspended" };
  const text = results.map((result) => result.text).join("\n") || "Done.";
  return { status: "success", text, results };
}

/** A workflow may call any tool of the team. */
export function workflowTools(run: Run): ReadonlyMap<string, Tool> {
  return new Map(toolsMatching(run.team.tools, ["*"]).map((tool) => [tool.name, tool]));
}

/** Whether a workflow made the newest calls; a model then has no part in what comes of them. */
export function isWorkflow(messages: readonly ModelMessage[]): boolean {
  const newest = messages.findLast(({ role }) => role === "assistant");
  return newest?.providerOptions?.kaboo?.workflow === true;
}

function callMessage(calls: readonly ModelCall[]): AssistantModelMessage {
  return {
    role: "assistant",
    providerOptions: { kaboo: { workflow: true } },
    content: calls.map(({ id, tool, input }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: tool,
      input,
    })),
  };
}
