import {
  type Event,
  EventType,
  type ToolCall,
  type ToolCallResultEvent,
  type ToolCallStartEvent,
  type ToolMessage,
} from "@ag-ui/core";
import type { Draft } from "./draft";
import { attribution, note } from "./noted";
import type { LiveCall } from "./session-state";

/** Tool calls: written, run, answered. */
export function reduceCall(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.TOOL_CALL_START:
      start(draft, event);
      return;
    case EventType.TOOL_CALL_ARGS:
    case EventType.TOOL_CALL_END: {
      const call = draft.calls.find(({ id }) => id === event.toolCallId);
      if (!call) return;
      const next: LiveCall =
        event.type === EventType.TOOL_CALL_ARGS
          ? { ...call, args: call.args + event.delta }
          : { ...call, status: "running" };
      draft.calls = draft.calls.map((other) => (other === call ? next : other));
      changeCall(draft, next, (written) => {
        written.function.arguments = next.args;
        note(written, event);
      });
      return;
    }
    case EventType.TOOL_CALL_RESULT:
      finish(draft, event);
  }
}

/** On the assistant's message it names as its parent; on one of its own when there is none such. */
function start(draft: Draft, event: ToolCallStartEvent): void {
  const { toolCallId: id, toolCallName: name, parentMessageId = id, subagentRunId } = event;
  const parent = draft.messages.get(parentMessageId);
  const messageId = parent && parent.role !== "assistant" ? id : parentMessageId;
  if (!draft.messages.get(messageId)) {
    draft.messages.add({ id: messageId, role: "assistant", toolCalls: [], ...attribution(event) });
  }
  const call: LiveCall = { id, name, subagentRunId, messageId, status: "writing", args: "" };
  const written: ToolCall = { id, type: "function", function: { name, arguments: "" } };
  note(written, event);
  draft.messages.change(messageId, (message) => {
    if (message.role !== "assistant") return;
    message.toolCalls = [...(message.toolCalls?.filter((other) => other.id !== id) ?? []), written];
  });
  draft.calls = [...draft.calls.filter((other) => other.id !== id), call];
}

function changeCall(draft: Draft, { id, messageId }: LiveCall, change: (call: ToolCall) => void): void {
  draft.messages.change(messageId, (message) => {
    const written = message.role === "assistant" && message.toolCalls?.find((call) => call.id === id);
    if (written) change(written);
  });
}

function finish(draft: Draft, event: ToolCallResultEvent): void {
  const { messageId: id, toolCallId, content } = event;
  const call = draft.calls.find((live) => live.id === toolCallId);
  draft.calls = draft.calls.filter((live) => live !== call);
  if (draft.messages.get(id)) return;
  const message: ToolMessage = { id, role: "tool", toolCallId, content, ...attribution(event) };
  note(message, event);
  draft.messages.addResult(message, call?.messageId);
}
