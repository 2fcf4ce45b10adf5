import { type Event, EventType, type Message } from "@ag-ui/core";
import type { Draft } from "./draft";
import { attribution, note } from "./noted";

/** Messages and reasoning, as they are written. */
export function reduceText(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.TEXT_MESSAGE_START: {
      const { messageId: id, role = "assistant", name } = event;
      start(
        draft,
        { id, role, content: "", ...(name !== undefined && { name }), ...attribution(event) },
        event,
      );
      return;
    }
    case EventType.REASONING_MESSAGE_START:
      start(draft, { id: event.messageId, role: "reasoning", content: "", ...attribution(event) }, event);
      return;
    case EventType.TEXT_MESSAGE_CONTENT:
    case EventType.REASONING_MESSAGE_CONTENT:
      draft.messages.change(event.messageId, (message) => {
        if (message.role === "activity") return;
        message.content = `${typeof message.content === "string" ? message.content : ""}${event.delta}`;
        note(message, event);
      });
      return;
    case EventType.TEXT_MESSAGE_END:
    case EventType.REASONING_MESSAGE_END:
      draft.messages.change(event.messageId, (message) => note(message, event));
      draft.writing = draft.writing.filter((id) => id !== event.messageId);
  }
}

/** Repeating a START (a replay's) begins the text again: its whole content follows. */
function start(draft: Draft, message: Message, event: Event): void {
  const { id } = message;
  if (!draft.messages.get(id)) draft.messages.add(message);
  draft.messages.change(id, (known) => {
    if (known.role !== "activity") known.content = "";
    note(known, event);
  });
  if (draft.outbox.length > 0) draft.outbox = draft.outbox.filter((outgoing) => outgoing.message.id !== id);
  draft.writing = [...draft.writing.filter((other) => other !== id), id];
}
