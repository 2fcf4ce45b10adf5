import { type AGUIEvent, EventType, type Metadata } from "@ag-ui/core";
import type { NewId } from "@/lib/shared/id";

/** What ends something that an event has opened; a call that never got a result is given the reason as one. */
type Closing = (reason: string) => AGUIEvent;

/** Who works for whom: told with all that a delegate begins, so that a folded message still says it (T3). */
export type Attribution = { agent: string; parentToolCallId: string };

/** The events of one agent at work: attributed to it, and with a memory of what is open, so that it always gets closed. */
export class AgentEvents {
  /** The delegate's own id; absent for the entry agent. */
  readonly subagentRunId: string | undefined;
  private readonly send: (event: AGUIEvent) => void;
  private readonly newId: NewId;
  private readonly open = new Map<string, Closing>();
  private readonly by: Attribution | undefined;

  constructor(send: (event: AGUIEvent) => void, newId: NewId, subagentRunId?: string, by?: Attribution) {
    this.by = by;
    this.send = send;
    this.newId = newId;
    this.subagentRunId = subagentRunId;
  }

  emit(event: AGUIEvent): void {
    this.remember(event);
    const { subagentRunId } = this;
    // An event about a delegate of this one has that one's id already.
    this.send(subagentRunId === undefined ? event : ({ subagentRunId, ...this.told(event) } as AGUIEvent));
  }

  private told(event: AGUIEvent): AGUIEvent {
    if (this.by === undefined || !beginnings.has(event.type)) return event;
    return { ...event, metadata: { ...this.by, ...event.metadata } };
  }

  /** Ends all that is open, the newest first, as the protocol wants it before a run or a delegate ends. */
  close(reason: string): void {
    for (const closing of [...this.open.values()].reverse()) this.emit(closing(reason));
  }

  /** A call of an earlier run that gets its result in this one. */
  expectResult(toolCallId: string): void {
    this.open.set(`result ${toolCallId}`, (reason) => toolCallResult(this.newId, toolCallId, reason, true));
  }

  private remember(event: AGUIEvent): void {
    const ended = endedBy(event);
    if (ended !== undefined) this.open.delete(ended);
    for (const [part, closing] of openedBy(event, this.newId)) this.open.set(part, closing);
  }
}

const beginnings: ReadonlySet<EventType> = new Set([
  EventType.TEXT_MESSAGE_START,
  EventType.REASONING_MESSAGE_START,
  EventType.TOOL_CALL_START,
]);

/** What an event opens, and how each part is closed again; the last first. */
function openedBy(event: AGUIEvent, newId: NewId): [part: string, closing: Closing][] {
  switch (event.type) {
    case EventType.TEXT_MESSAGE_START: {
      const { messageId } = event;
      return [[`text ${messageId}`, () => ({ type: EventType.TEXT_MESSAGE_END, messageId })]];
    }
    case EventType.REASONING_START: {
      const { messageId } = event;
      return [[`reasoning ${messageId}`, () => ({ type: EventType.REASONING_END, messageId })]];
    }
    case EventType.REASONING_MESSAGE_START: {
      const { messageId } = event;
      return [[`thought ${messageId}`, () => ({ type: EventType.REASONING_MESSAGE_END, messageId })]];
    }
    case EventType.TOOL_CALL_START: {
      const { toolCallId } = event;
      return [
        [`result ${toolCallId}`, (reason) => toolCallResult(newId, toolCallId, reason, true)],
        [`arguments ${toolCallId}`, () => ({ type: EventType.TOOL_CALL_END, toolCallId })],
      ];
    }
    case EventType.STEP_STARTED: {
      const { stepName } = event;
      return [[`step ${stepName}`, () => ({ type: EventType.STEP_FINISHED, stepName })]];
    }
    default:
      return [];
  }
}

function endedBy(event: AGUIEvent): string | undefined {
  switch (event.type) {
    case EventType.TEXT_MESSAGE_END:
      return `text ${event.messageId}`;
    case EventType.REASONING_END:
      return `reasoning ${event.messageId}`;
    case EventType.REASONING_MESSAGE_END:
      return `thought ${event.messageId}`;
    case EventType.TOOL_CALL_END:
      return `arguments ${event.toolCallId}`;
    case EventType.TOOL_CALL_RESULT:
      return `result ${event.toolCallId}`;
    case EventType.STEP_FINISHED:
      return `step ${event.stepName}`;
    default:
      return undefined;
  }
}

/** AG-UI has no field for failure, nor for how long a call ran: they travel in the metadata. */
export function toolCallResult(
  newId: NewId,
  toolCallId: string,
  content: string,
  isError: boolean,
  metadata: Metadata = {},
): AGUIEvent {
  return {
    type: EventType.TOOL_CALL_RESULT,
    messageId: newId("m"),
    toolCallId,
    role: "tool",
    content,
    ...((isError || Object.keys(metadata).length > 0) && {
      metadata: { ...metadata, ...(isError && { isError }) },
    }),
  };
}

/** A whole message in three events. */
export function textMessage(messageId: string, role: "user" | "assistant", text: string): AGUIEvent[] {
  return [
    { type: EventType.TEXT_MESSAGE_START, messageId, role },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta: text },
    { type: EventType.TEXT_MESSAGE_END, messageId },
  ];
}
