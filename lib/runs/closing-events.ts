import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { NewId } from "@/lib/shared/id";
import type { Operation } from "@/lib/shared/patch-operation";

/** What a run ends with that did not end itself. */
export type Closing = {
  /** Empties what was pending: see clearPending of the engine. */
  clear: Operation[];
  newId: NewId;
  /** What the person is told. */
  message: string;
  code: string;
  /** Calls that had succeeded, and what each left in the state (E9). */
  finished?: ReadonlyMap<string, { text: string; delta: Operation[] }>;
};

type Call = { id: string; ended: boolean; subagentRunId?: string };

/** What stands open after some events of a run. */
type Open = {
  texts: Map<string, { subagentRunId?: string }>;
  thoughts: Map<string, { subagentRunId?: string }>;
  reasoning: Map<string, { subagentRunId?: string }>;
  /** Calls without a result. */
  calls: Map<string, Call>;
  subagents: Set<string>;
};

function openParts(events: Iterable<AGUIEvent>): Open {
  const open: Open = {
    texts: new Map(),
    thoughts: new Map(),
    reasoning: new Map(),
    calls: new Map(),
    subagents: new Set(),
  };
  for (const event of events) {
    switch (event.type) {
      case "TEXT_MESSAGE_START":
        open.texts.set(event.messageId, attribution(event));
        break;
      case "TEXT_MESSAGE_END":
        open.texts.delete(event.messageId);
        break;
      case "REASONING_START":
        open.reasoning.set(event.messageId, attribution(event));
        break;
      case "REASONING_END":
        open.reasoning.delete(event.messageId);
        break;
      case "REASONING_MESSAGE_START":
        open.thoughts.set(event.messageId, attribution(event));
        break;
      case "REASONING_MESSAGE_END":
        open.thoughts.delete(event.messageId);
        break;
      case "TOOL_CALL_START":
        open.calls.set(event.toolCallId, { id: event.toolCallId, ended: false, ...attribution(event) });
        break;
      case "TOOL_CALL_END": {
        const call = open.calls.get(event.toolCallId);
        if (call) call.ended = true;
        break;
      }
      case "TOOL_CALL_RESULT":
        open.calls.delete(event.toolCallId);
        break;
      case "SUBAGENT_STARTED":
        open.subagents.add(event.subagentRunId);
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
  for (const [messageId, by] of open.thoughts)
    closed.push({ type: EventType.REASONING_MESSAGE_END, messageId, ...by });
  for (const [messageId, by] of open.reasoning)
    closed.push({ type: EventType.REASONING_END, messageId, ...by });
  for (const call of open.calls.values()) {
    const by = attribution(call);
    if (!call.ended) closed.push({ type: EventType.TOOL_CALL_END, toolCallId: call.id, ...by });
    const finished = closing.finished?.get(call.id);
    closed.push({
      type: EventType.TOOL_CALL_RESULT,
      messageId: closing.newId("m"),
      toolCallId: call.id,
      content: finished?.text ?? "Interrupted before it finished.",
      role: "tool",
      ...(!finished && { metadata: { isError: true, interrupted: true } }),
      ...by,
    });
    if (finished && finished.delta.length > 0)
      closed.push({ type: EventType.STATE_DELTA, delta: finished.delta });
  }
  if (closing.clear.length > 0) closed.push({ type: EventType.STATE_DELTA, delta: closing.clear });
  // Inner ones were started later.
  for (const subagentRunId of [...open.subagents].reverse())
    closed.push({
      type: EventType.SUBAGENT_ERROR,
      subagentRunId,
      message: closing.message,
      code: closing.code,
    });
  closed.push({ type: EventType.RUN_ERROR, message: closing.message, code: closing.code });
  return closed;
}

function attribution(of: { subagentRunId?: string }): { subagentRunId?: string } {
  return of.subagentRunId === undefined ? {} : { subagentRunId: of.subagentRunId };
}

/** The calls that have no result after these events. */
export function openCalls(events: Iterable<AGUIEvent>): Set<string> {
  return new Set(openParts(events).calls.keys());
}
