import { type AGUIEvent, type Message, mergeMetadata, type ToolCall } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import { parsePatch } from "@/lib/shared/patch-operation";

export type Folded = { messages: Message[]; state: JsonObject };

/** What a client holds after these events. Pure; `before` is not changed. */
export function foldEvents(before: Folded, events: Iterable<AGUIEvent>): Folded {
  const fold = new Fold(before);
  for (const event of events) fold.apply(event);
  return fold;
}

/**
 * Messages and state being built from events: the same, in the same order, as a stock AG-UI client's (R4). What never
 * occurs in the log (chunks, raw events) adds nothing.
 */
export class Fold {
  readonly messages: Message[];
  state: JsonObject;
  private readonly known: Map<string, Message>;
  private readonly calls = new Map<string, { call: ToolCall; owner: Message }>();

  constructor(before: Folded) {
    this.messages = structuredClone(before.messages);
    this.state = before.state;
    this.known = new Map(this.messages.map((message) => [message.id, message]));
    for (const message of this.messages)
      if (message.role === "assistant")
        for (const call of message.toolCalls ?? []) this.calls.set(call.id, { call, owner: message });
  }

  apply(event: AGUIEvent): void {
    switch (event.type) {
      case "STATE_SNAPSHOT":
        this.state = event.snapshot;
        break;
      case "STATE_DELTA":
        this.state = applyPatch(this.state, parsePatch(event.delta));
        break;
      case "TEXT_MESSAGE_START":
        this.startText(textMessage(event), event);
        break;
      case "REASONING_MESSAGE_START":
        this.startText({ id: event.messageId, role: "reasoning", content: "", ...attribution(event) }, event);
        break;
      case "TEXT_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_CONTENT":
        this.addText(event);
        break;
      case "TEXT_MESSAGE_END":
      case "REASONING_MESSAGE_END":
        note(this.known.get(event.messageId), event);
        break;
      case "TOOL_CALL_START":
        this.startCall(event);
        break;
      case "TOOL_CALL_ARGS":
        this.addArguments(event);
        break;
      case "TOOL_CALL_END":
        note(this.calls.get(event.toolCallId)?.call, event);
        break;
      case "TOOL_CALL_RESULT":
        this.addResult(event);
        break;
    }
  }

  private startText(message: Message, event: AGUIEvent) {
    const known = this.known.get(message.id);
    if (!known) this.add(message);
    note(known ?? message, event);
  }

  private addText(event: Extract<AGUIEvent, { type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT" }>) {
    const message = this.known.get(event.messageId);
    if (!message || message.role === "activity") return;
    message.content = (typeof message.content === "string" ? message.content : "") + event.delta;
    note(message, event);
  }

  private addArguments(event: Extract<AGUIEvent, { type: "TOOL_CALL_ARGS" }>) {
    const call = this.calls.get(event.toolCallId)?.call;
    if (call) call.function.arguments += event.delta;
    note(call, event);
  }

  private startCall(event: Extract<AGUIEvent, { type: "TOOL_CALL_START" }>) {
    const known = this.calls.get(event.toolCallId);
    if (known) {
      note(known.call, event);
      return;
    }
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

/**
 * Messages in the order a client holds them: the result of a call that waited for a person comes from a later run, but
 * stands behind its call (H3).
 */
export function placeResults(messages: readonly Message[]): Message[] {
  const placed: Message[] = [];
  const owners = new Map<string, Message>();
  for (const message of messages) {
    if (message.role === "assistant")
      for (const call of message.toolCalls ?? []) owners.set(call.id, message);
    const owner = message.role === "tool" ? owners.get(message.toolCallId) : undefined;
    let at = owner ? placed.lastIndexOf(owner) + 1 : placed.length;
    while (owner && placed[at]?.role === "tool") at += 1;
    placed.splice(at, 0, message);
  }
  return placed;
}

function textMessage(event: Extract<AGUIEvent, { type: "TEXT_MESSAGE_START" }>): Message {
  const { messageId: id, role = "assistant", name } = event;
  return { id, role, content: "", ...(name === undefined ? {} : { name }), ...attribution(event) };
}

function attribution(event: { subagentRunId?: string }): { subagentRunId?: string } {
  return event.subagentRunId === undefined ? {} : { subagentRunId: event.subagentRunId };
}

/** Metadata belongs to what an event builds; the last value of a key wins. */
function note(built: Message | ToolCall | undefined, event: AGUIEvent): void {
  const metadata = mergeMetadata(built?.metadata, event.metadata);
  if (built && metadata) built.metadata = metadata;
}
