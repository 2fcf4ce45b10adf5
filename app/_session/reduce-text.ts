import { type Event, EventType, type Message, type TextMessageRole } from "@ag-ui/core";
import type { Draft } from "./reduce";

/** Messages and reasoning, as they are written. */
export function reduceText(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.TEXT_MESSAGE_START:
      start(draft, textMessage(event.messageId, event.role ?? "assistant", event));
      return;
    case EventType.REASONING_MESSAGE_START:
      start(draft, {
        ...attribution(event),
        id: event.messageId,
        role: "reasoning",
        content: "",
      });
      return;
    case EventType.TEXT_MESSAGE_CONTENT:
    case EventType.REASONING_MESSAGE_CONTENT:
      draft.messages.change(event.messageId, (message) => {
        if (message.role === "activity") return;
        message.content = `${typeof message.content === "string" ? message.content : ""}${event.delta}`;
      });
      return;
    case EventType.TEXT_MESSAGE_END:
    case EventType.REASONING_MESSAGE_END:
      draft.writing = draft.writing.filter((id) => id !== event.messageId);
  }
}

/** Repeating a START (a replay's) begins the text again: its whole content follows. */
function start(draft: Draft, message: Message): void {
  const { id } = message;
  if (draft.messages.has(id)) {
    draft.messages.change(id, (known) => {
      if (known.role !== "activity") known.content = "";
    });
  } else {
    draft.messages.add(message);
  }
  draft.outbox = draft.outbox.filter((outgoing) => outgoing.message.id !== id);
  draft.writing = [...draft.writing.filter((other) => other !== id), id];
}

function textMessage(id: string, role: TextMessageRole, from: Attributed): Message {
  return { ...attribution(from), id, role, content: "" };
}

type Attributed = Pick<Message, "subagentRunId" | "metadata">;

/** Who wrote it, without the log's own numbers. */
export function attribution({ subagentRunId, metadata }: Attributed): Attributed {
  const { seq: _seq, hash: _hash, ...rest } = metadata ?? {};
  return {
    ...(subagentRunId !== undefined && { subagentRunId }),
    ...(Object.keys(rest).length > 0 && { metadata: rest }),
  };
}
