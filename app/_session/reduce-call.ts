import { type Event, EventType, type ToolCallStartEvent } from "@ag-ui/core";
import type { Draft } from "./reduce";
import { attribution } from "./reduce-text";
import type { LiveCall } from "./session-state";

/** Tool calls: written, run, answered. */
export function reduceCall(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.TOOL_CALL_START:
      start(draft, event);
      return;
    case EventType.TOOL_CALL_ARGS: {
      const call = draft.calls.find(({ id }) => id === event.toolCallId);
      if (!call) return;
      const args = call.args + event.delta;
      replace(draft, { ...call, args });
      writeArguments(draft, call, args);
      return;
    }
    case EventType.TOOL_CALL_END: {
      const call = draft.calls.find(({ id }) => id === event.toolCallId);
      if (call) replace(draft, { ...call, status: "running" });
      return;
    }
    case EventType.TOOL_CALL_RESULT: {
      draft.calls = draft.calls.filter(({ id }) => id !== event.toolCallId);
      if (draft.messages.has(event.messageId)) return;
      draft.messages.add({
        ...attribution(event),
        id: event.messageId,
        role: "tool",
        toolCallId: event.toolCallId,
        content: event.content,
      });
    }
  }
}

function start(draft: Draft, event: ToolCallStartEvent): void {
  const call: LiveCall = {
    id: event.toolCallId,
    name: event.toolCallName,
    subagentRunId: event.subagentRunId,
    messageId: event.parentMessageId ?? event.toolCallId,
    status: "writing",
    args: "",
  };
  if (!draft.messages.has(call.messageId)) {
    draft.messages.add({ ...attribution(event), id: call.messageId, role: "assistant" });
  }
  draft.messages.change(call.messageId, (message) => {
    if (message.role !== "assistant") return;
    const others = message.toolCalls?.filter(({ id }) => id !== call.id) ?? [];
    message.toolCalls = [
      ...others,
      { id: call.id, type: "function", function: { name: call.name, arguments: "" } },
    ];
  });
  draft.calls = [...draft.calls.filter(({ id }) => id !== call.id), call];
}

function replace(draft: Draft, call: LiveCall): void {
  draft.calls = draft.calls.map((other) => (other.id === call.id ? call : other));
}

function writeArguments(draft: Draft, call: LiveCall, args: string): void {
  draft.messages.change(call.messageId, (message) => {
    if (message.role !== "assistant") return;
    const written = message.toolCalls?.find(({ id }) => id === call.id);
    if (written) written.function.arguments = args;
  });
}
