import { type AGUIEvent, type Message, mergeMetadata, type ToolCall } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";
import { applyPatch, parsePatch } from "@/lib/shared/patch";

export type Folded = { messages: Message[]; state: JsonObject };

/**
 * What a client holds after these events: the same messages and state as a stock AG-UI client's, in the same order (R4).
 * Pure; `before` is not changed. Events are those of the log, so that what never occurs there (chunks, raw) adds nothing.
 */
export function foldEvents(before: Folded, events: Iterable<AGUIEvent>): Folded {
  const fold = new Fold(before.messages);
  let { state } = before;
  for (const event of events) {
    if (event.type === "STATE_SNAPSHOT") state = event.snapshot;
    else if (event.type === "STATE_DELTA") state = applyPatch(state, parsePatch(event.delta));
    else fold.apply(event);
  }
  return { messages: fold.messages, state };
}

/** Messages being built. Each is copied when first touched; finding one costs the same in a long conversation. */
class Fold {
  messages: Message[];
  private readonly known: Map<string, Message>;
  private readonly calls = new Map<string, { call: ToolCall; owner: Message }>();

  constructor(before: readonly Message[]) {
    this.messages = structuredClone([...before]);
    this.known = new Map(this.messages.map((message) => [message.id, message]));
    for (const message of this.messages)
      if (message.role === "assistant")
        for (const call of message.toolCalls ?? []) this.calls.set(call.id, { call, owner: message });
  }

  apply(event: AGUIEvent): void {
    switch (event.type) {
      case "TEXT_MESSAGE_START":
        return this.startText(event.messageId, {
          id: event.messageId,
          role: event.role ?? "assistant",
          content: "",
          ...(event.name === undefined ? {} : { name: event.name }),
          ...attribution(event),
        }, event);
      case "REASONING_MESSAGE_START":
        return this.startText(
          event.messageId,
          { id: event.messageId, role: "reasoning", content: "", ...attribution(event) },
          event,
        );
      case "TEXT_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_CONTENT":
        return this.addText(event);
      case "TEXT_MESSAGE_END":
      case "REASONING_MESSAGE_END":
        return note(this.known.get(event.messageId), event);
      case "TOOL_CALL_START":
        return this.startCall(event);
      case "TOOL_CALL_ARGS": {
        const call = this.calls.get(event.toolCallId)?.call;
        if (call) call.function.arguments += event.delta;
        return note(call, event);
      }
      case "TOOL_CALL_END":
        return note(this.calls.get(event.toolCallId)?.call, event);
      case "TOOL_CALL_RESULT":
        return this.addResult(event);
      default:
        return;
    }
  }

  private startText(id: string, message: Message, event: AGUIEvent) {
    const known = this.known.get(id);
    if (!known) this.add(message);
    note(known ?? message, event);
  }

  private addText(event: Extract<AGUIEvent, { type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT" }>) {
    const message = this.known.get(event.messageId);
    if (!message || message.role === "activity") return;
    message.content = (typeof message.content === "string" ? message.content : "") + event.delta;
    note(message, event);
  }

  private startCall(event: Extract<AGUIEvent, { type: "TOOL_CALL_START" }>) {
    const known = this.calls.get(event.toolCallId);
    if (known) return note(known.call, event);
    const call: ToolCall = {
      id: event.toolCallId,
      type: "function",
      function: { name: event.toolCallName, arguments: "" },
    };
    const owner = this.ownerOfCall(event);
    if (owner.role === "assistant") owner.toolCalls = [...(owner.toolCalls ?? []), call];
    this.calls.set(call.id, { call, owner });
    note(call, event);
  }

  /** The message it names as its parent; a new one when that is not there, or is not an assistant's. */
  private ownerOfCall(event: Extract<AGUIEvent, { type: "TOOL_CALL_START" }>): Message {
    const parent = this.known.get(event.parentMessageId ?? event.toolCallId);
    if (event.parentMessageId !== undefined && parent?.role === "assistant") return parent;
    const id = event.parentMessageId === undefined || parent ? event.toolCallId : event.parentMessageId;
    const owner: Message = { id, role: "assistant", toolCalls: [], ...attribution(event) };
    this.add(owner);
    return owner;
  }

  /** Right after its call's message and the results already there, as providers want it. */
  private addResult(event: Extract<AGUIEvent, { type: "TOOL_CALL_RESULT" }>) {
    const { messageId: id, toolCallId, content } = event;
    const message: Message = { id, role: "tool", toolCallId, content, ...attribution(event) };
    note(message, event);
    this.known.set(id, message);
    const owner = this.calls.get(toolCallId)?.owner;
    if (!owner) {
      this.messages.push(message);
      return;
    }
    let at = this.messages.lastIndexOf(owner) + 1;
    while (this.messages[at]?.role === "tool") at += 1;
    this.messages.splice(at, 0, message);
  }

  private add(message: Message) {
    this.messages.push(message);
    this.known.set(message.id, message);
  }
}

function attribution(event: { subagentRunId?: string }): { subagentRunId?: string } {
  return event.subagentRunId === undefined ? {} : { subagentRunId: event.subagentRunId };
}

/** Metadata belongs to what an event builds; the last value of a key wins. */
function note(built: Message | ToolCall | undefined, event: AGUIEvent): void {
  const metadata = mergeMetadata(built?.metadata, event.metadata);
  if (built && metadata) built.metadata = metadata;
}
