import { EventType } from "@ag-ui/core";
import { z } from "zod";
import { AgentEvents } from "@/lib/agent/agent-events";
import { defineTool } from "@/lib/agent/define-tool";
import { waiting } from "@/lib/agent/hold-call";
import type { InvocationOutcome, InvocationRequest, Invoke, Run, Work } from "@/lib/agent/run-scope";
import type { Tool, ToolResult } from "@/lib/agent/tool";

/** How deep delegates may call delegates. */
export const maxDepth = 5;

export const delegatePrefix = "delegate___";

const input = z.object({
  task: z
    .string()
    .trim()
    .min(1)
    .describe(
      "What to do, with all it needs to know: ids, names, wishes. It does not see this conversation.",
    ),
});

type Caller = { run: Run; events: AgentEvents; depth: number; invoke: Invoke; takeUp: Work };

/** A delegate as a tool of its caller (T3): it works in a transcript of its own, and its last words are the result. */
export function delegateTool({ run, events, depth, invoke, takeUp }: Caller, agent: string): Tool {
  return defineTool({
    name: `${delegatePrefix}${agent}`,
    description: run.team.agents[agent]?.description ?? "",
    input,
    async run({ task }, { toolCallId }) {
      if (depth >= maxDepth) {
        return {
          text: `Delegates can't be nested deeper than ${maxDepth}. Do this yourself.`,
          isError: true,
        };
      }
      const takesUp = run.pause.invocations.find((row) => row.toolCallId === toolCallId);
      const id = takesUp?.id ?? run.ports.newId("i");
      events.emit({
        type: EventType.SUBAGENT_STARTED,
        subagentRunId: id,
        name: agent,
        description: task,
        parentToolCallId: toolCallId,
        ...(events.subagentRunId !== undefined && { parentSubagentRunId: events.subagentRunId }),
      });
      const request: InvocationRequest = {
        id,
        agent,
        message: task,
        toolCallId,
        depth: depth + 1,
        events: new AgentEvents(run.ports.emit, run.ports.newId, id, { agent, parentToolCallId: toolCallId }),
      };
      const outcome = await (takesUp ? invoke(run, { ...request, takesUp }, takeUp) : invoke(run, request));
      events.emit(endEvent(run, id, outcome));
      return resultOf(agent, outcome);
    },
  });
}

function endEvent(run: Run, subagentRunId: string, outcome: InvocationOutcome) {
  if (outcome.status === "suspended") {
    const interruptIds = run.open.flatMap((each) => (each.invocationId === subagentRunId ? [each.id] : []));
    const suspended = { type: "suspended" as const, interruptIds };
    return { type: EventType.SUBAGENT_FINISHED, subagentRunId, outcome: suspended } as const;
  }
  if (outcome.status === "success") {
    return { type: EventType.SUBAGENT_FINISHED, subagentRunId, outcome: { type: "success" } } as const;
  }
  const [code, message] =
    outcome.status === "error" ? [outcome.error.code, outcome.error.message] : ["cancelled", "Cancelled."];
  return { type: EventType.SUBAGENT_ERROR, subagentRunId, code, message } as const;
}

function resultOf(agent: string, outcome: InvocationOutcome): ToolResult {
  if (outcome.status === "success") return { text: outcome.text || `${agent} is done and said nothing.` };
  if (outcome.status === "suspended") return waiting;
  if (outcome.status === "cancelled") return { text: "Cancelled.", isError: true };
  return { text: `${agent} could not finish: ${outcome.error.message}`, isError: true };
}
