import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { NewId } from "@/lib/shared/id";

/** What ends something that an event has opened; a call that never got a result is given the reason as one. */
type Closing = (reason: string) => AGUIEvent;

/** The events of one agent at work: attributed to it, and with a memory of what is open, so that it always gets closed. */
export class AgentEvents {
  /** The delegate's own id; absent for the entry agent. */
  readonly subagentRunId: string | undefined;
  private readonly send: (event: AGUIEvent) => void;
  private readonly newId: NewId;
  private readonly open = new Map<string, Closing>();

  constructor(send: (event: AGUIEvent) => void, newId: NewId, subagentRunId?: string) {
    this.send = send;
    this.newId = newId;
    this.subagentRunId = subagentRunId;
  }

  emit(event: AGUIEvent): void {
    this.remember(event);
    this.send(
      this.subagentRunId === undefined
        ? event
        : // Events about a delegate of this one bring that one's id.
          ({ subagentRunId: this.subagentRunId, ...event } as AGUIEvent),
    );
  }

  /** Ends all that is open, the newest first, as the protocol wants it before a run or a delegate ends. */
  close(reason: string): void {
    for (const closing of [...this.open.values()].reverse()) this.emit(closing(reason));
  }

  private remember(event: AGUIEvent): void {
    switch (event.type) {
      case EventType.TEXT_MESSAGE_START:
        this.open.set(`text ${event.messageId}`, () => ({
          type: EventType.TEXT_MESSAGE_END,
          messageId: event.messageId,
        }));
        return;
      case EventType.TEXT_MESSAGE_END:
        this.open.delete(`text ${event.messageId}`);
        return;
      case EventType.REASONING_START:
        this.open.set(`reasoning ${event.messageId}`, () => ({
          type: EventType.REASONING_END,
          messageId: event.messageId,
        }));
        return;
      case EventType.REASONING_MESSAGE_START:
        this.open.set(`thought ${event.messageId}`, () => ({
          type: EventType.REASONING_MESSAGE_END,
          messageId: event.messageId,
        }));
        return;
      case EventType.REASONING_MESSAGE_END:
        this.open.delete(`thought ${event.messageId}`);
        return;
      case EventType.REASONING_END:
        this.open.delete(`reasoning ${event.messageId}`);
        return;
      case EventType.TOOL_CALL_START:
        // The result's entry is the older one: closing goes backwards, and arguments end before the result.
        this.open.set(`result ${event.toolCallId}`, (reason) =>
          toolCallResult(this.newId, event.toolCallId, reason, true),
        );
        this.open.set(`arguments ${event.toolCallId}`, () => ({
          type: EventType.TOOL_CALL_END,
          toolCallId: event.toolCallId,
        }));
        return;
      case EventType.TOOL_CALL_END:
        this.open.delete(`arguments ${event.toolCallId}`);
        return;
      case EventType.TOOL_CALL_RESULT:
        this.open.delete(`result ${event.toolCallId}`);
        return;
      case EventType.STEP_STARTED:
        this.open.set(`step ${event.stepName}`, () => ({
          type: EventType.STEP_FINISHED,
          stepName: event.stepName,
        }));
        return;
      case EventType.STEP_FINISHED:
        this.open.delete(`step ${event.stepName}`);
        return;
      default:
    }
  }
}

/** AG-UI has no field for failure: it travels in the metadata. */
export function toolCallResult(
  newId: NewId,
  toolCallId: string,
  content: string,
  isError: boolean,
): AGUIEvent {
  return {
    type: EventType.TOOL_CALL_RESULT,
    messageId: newId("m"),
    toolCallId,
    role: "tool",
    content,
    ...(isError && { metadata: { isError: true } }),
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
