import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { PendingMapper } from "@/lib/agent/effect";
import type { NewId } from "@/lib/shared/id";
import { type JsonObject, jsonOrText } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { matchesTool } from "@/lib/shared/tool-glob";

export type Closing = {
  run: { threadId: string; runId: string };
  /** Which agent a call of the run's own, not of a delegate's, belongs to. */
  entry: string;
  pending: readonly PendingMapper[];
  /** Visible keys as of the last event. */
  state: JsonObject;
  now: Date;
  newId: NewId;
  /** What the person is told. */
  message: string;
  code: string;
};

type Call = { id: string; name: string; args: string; ended: boolean; subagentRunId?: string };

/** What stands open after some events of a run. */
type Open = {
  texts: Map<string, { subagentRunId?: string }>;
  reasoning: Map<string, { subagentRunId?: string }>;
  /** Calls without a result. */
  calls: Map<string, Call>;
  subagents: Map<string, string>;
};

function openParts(events: Iterable<AGUIEvent>): Open {
  const open: Open = { texts: new Map(), reasoning: new Map(), calls: new Map(), subagents: new Map() };
  for (const event of events) {
    switch (event.type) {
      case "TEXT_MESSAGE_START":
        open.texts.set(event.messageId, attribution(event));
        break;
      case "TEXT_MESSAGE_END":
        open.texts.delete(event.messageId);
        break;
      case "REASONING_MESSAGE_START":
        open.reasoning.set(event.messageId, attribution(event));
        break;
      case "REASONING_MESSAGE_END":
        open.reasoning.delete(event.messageId);
        break;
      case "TOOL_CALL_START": {
        const { toolCallId: id, toolCallName: name } = event;
        open.calls.set(id, { id, name, args: "", ended: false, ...attribution(event) });
        break;
      }
      case "TOOL_CALL_ARGS": {
        const call = open.calls.get(event.toolCallId);
        if (call) call.args += event.delta;
        break;
      }
      case "TOOL_CALL_END": {
        const call = open.calls.get(event.toolCallId);
        if (call) call.ended = true;
        break;
      }
      case "TOOL_CALL_RESULT":
        open.calls.delete(event.toolCallId);
        break;
      case "SUBAGENT_STARTED":
        open.subagents.set(event.subagentRunId, event.name);
        break;
      case "SUBAGENT_FINISHED":
      case "SUBAGENT_ERROR":
        open.subagents.delete(event.subagentRunId);
        break;
    }
  }
  return open;
}

/**
 * What closes a run that can't close itself, because its process died or it does not stop: open texts end, open calls
 * end with an interrupted result, what was pending is cleared, delegates fail, and the run ends in an error (R2, R5).
 */
export function closingEvents(events: Iterable<AGUIEvent>, closing: Closing): AGUIEvent[] {
  const open = openParts(events);
  const closed: AGUIEvent[] = [];
  for (const [messageId, by] of open.texts)
    closed.push({ type: EventType.TEXT_MESSAGE_END, messageId, ...by });
  for (const [messageId, by] of open.reasoning)
    closed.push({ type: EventType.REASONING_MESSAGE_END, messageId, ...by });
  let { state } = closing;
  for (const call of open.calls.values()) {
    const by = attribution(call);
    if (!call.ended) closed.push({ type: EventType.TOOL_CALL_END, toolCallId: call.id, ...by });
    closed.push({
      type: EventType.TOOL_CALL_RESULT,
      messageId: closing.newId("m"),
      toolCallId: call.id,
      content: "Interrupted before it finished.",
      role: "tool",
      metadata: { status: "interrupted" },
      ...by,
    });
    const agent = open.subagents.get(call.subagentRunId ?? "") ?? closing.entry;
    const delta = clearPending(call, agent, { ...closing, state });
    if (delta.length === 0) continue;
    state = applyPatch(state, delta);
    closed.push({ type: EventType.STATE_DELTA, delta, ...by });
  }
  // Inner ones were started later.
  for (const subagentRunId of [...open.subagents.keys()].reverse())
    closed.push({
      type: EventType.SUBAGENT_ERROR,
      subagentRunId,
      message: closing.message,
      code: closing.code,
    });
  closed.push({ type: EventType.RUN_ERROR, message: closing.message, code: closing.code });
  return closed;
}

function clearPending(call: Call, agent: string, { pending, state, run, now }: Closing): Operation[] {
  const input = jsonOrText(call.args);
  const matching = pending.filter((mapper) => matchesTool(mapper.tool, call.name));
  let after = state;
  return matching.flatMap((mapper) => {
    const at = { tool: call.name, input, agent, run: { ...run, toolCallId: call.id }, state: after, now };
    const operations = mapper.end(at) ?? [];
    after = applyPatch(after, operations);
    return operations;
  });
}

function attribution(of: { subagentRunId?: string }): { subagentRunId?: string } {
  return of.subagentRunId === undefined ? {} : { subagentRunId: of.subagentRunId };
}
