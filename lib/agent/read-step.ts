import { EventType } from "@ag-ui/core";
import type { AssistantModelMessage, LanguageModelStreamPart, ProviderMetadata, ToolCallPart } from "ai";
import type { AgentEvents } from "@/lib/agent/agent-events";
import type { TokenUsage } from "@/lib/agent/run";
import { noUsage, tokenUsage } from "@/lib/agent/run-usage";
import type { NewId } from "@/lib/shared/id";
import { isJsonObject } from "@/lib/shared/json";

/** A call the model asked for, under an id of ours. */
export type ModelCall = {
  id: string;
  tool: string;
  input: unknown;
  /** Why it can't be run as it came. */
  problem?: string;
};

type Content = Exclude<AssistantModelMessage["content"], string>;
type Part = Content[number];
/** A text or thought while it streams; it becomes a message with its first piece. */
type Block = { part: Extract<Part, { type: "text" | "reasoning" }>; messageId?: string };
type Call = { id: string; ended: boolean };

/**
 * Turns the stream of one model call into events, and into the message for the transcript. Ids are made here (T9): a
 * model's own repeat from step to step.
 */
export class StepReader {
  readonly calls: ModelCall[] = [];
  usage: TokenUsage = noUsage;
  /** What broke the stream, when it did. */
  failure: { error: unknown } | undefined;
  private readonly events: AgentEvents;
  private readonly newId: NewId;
  /** The message of this step's calls, and of its text when that came first. */
  private readonly messageId: string;
  private ownMessageFree = true;
  private readonly content: Content = [];
  private readonly blocks = new Map<string, Block>();
  private readonly started = new Map<string, Call>();

  constructor(events: AgentEvents, newId: NewId) {
    this.events = events;
    this.newId = newId;
    this.messageId = newId("m");
  }

  get text(): string {
    return this.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  }

  /** The whole answer, or undefined when there is nothing in it. */
  message(): AssistantModelMessage | undefined {
    const content = this.content.filter((part) => part.type !== "text" || part.text !== "");
    return content.length > 0 ? { role: "assistant", content } : undefined;
  }

  /** What may stay of an answer that broke off: its text. Half calls and unsigned thoughts would make it invalid. */
  brokenMessage(): AssistantModelMessage | undefined {
    return this.text.trim() === "" ? undefined : { role: "assistant", content: this.text };
  }

  read(part: LanguageModelStreamPart): void {
    switch (part.type) {
      case "text-start":
        this.openBlock(part.id, { type: "text", text: "" }, part.providerMetadata);
        return;
      case "reasoning-start":
        this.openBlock(part.id, { type: "reasoning", text: "" }, part.providerMetadata);
        return;
      case "text-delta":
      case "reasoning-delta":
        this.extendBlock(part.id, part.text, part.providerMetadata);
        return;
      case "text-end":
      case "reasoning-end":
        this.closeBlock(part.id, part.providerMetadata);
        return;
      case "tool-input-start":
        this.startCall(part.id, part.toolName);
        return;
      case "tool-input-delta":
        this.sendArguments(part.id, part.delta);
        return;
      case "tool-input-end":
        this.endArguments(part.id);
        return;
      case "tool-call":
        this.takeCall(part);
        return;
      case "model-call-end":
        this.usage = tokenUsage(part.usage);
        if (part.finishReason === "length") this.tellCut();
        return;
      case "error":
        this.failure = { error: part.error };
        return;
      default:
      // Sources, files and the library's own bookkeeping have no part in the conversation.
    }
  }

  /** It wrote more than it may at once: the same call again would be cut again. */
  private tellCut(): void {
    for (const call of this.calls)
      if (call.problem !== undefined)
        call.problem = "The arguments were cut off: this is more than you can write at once. Write less.";
  }

  private openBlock(id: string, part: Block["part"], metadata: ProviderMetadata | undefined): void {
    keepMetadata(part, metadata);
    this.content.push(part);
    this.blocks.set(id, { part });
  }

  private extendBlock(id: string, text: string, metadata: ProviderMetadata | undefined): void {
    const block = this.blocks.get(id);
    if (!block) return;
    keepMetadata(block.part, metadata);
    if (text === "") return;
    block.part.text += text;
    const messageId = block.messageId ?? this.startMessage(block);
    const isText = block.part.type === "text";
    const type = isText ? EventType.TEXT_MESSAGE_CONTENT : EventType.REASONING_MESSAGE_CONTENT;
    this.events.emit({ type, messageId, delta: text });
  }

  private startMessage(block: Block): string {
    const messageId = block.part.type === "text" && this.ownMessageFree ? this.messageId : this.newId("m");
    block.messageId = messageId;
    if (block.part.type === "text") {
      this.ownMessageFree = false;
      this.events.emit({ type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" });
    } else {
      this.events.emit({ type: EventType.REASONING_START, messageId });
      this.events.emit({ type: EventType.REASONING_MESSAGE_START, messageId, role: "reasoning" });
    }
    return messageId;
  }

  private closeBlock(id: string, metadata: ProviderMetadata | undefined): void {
    const block = this.blocks.get(id);
    if (!block) return;
    this.blocks.delete(id);
    keepMetadata(block.part, metadata);
    const { messageId } = block;
    if (messageId === undefined) return;
    if (block.part.type === "text") {
      this.events.emit({ type: EventType.TEXT_MESSAGE_END, messageId });
    } else {
      this.events.emit({ type: EventType.REASONING_MESSAGE_END, messageId });
      this.events.emit({ type: EventType.REASONING_END, messageId });
    }
  }

  private startCall(modelsId: string, tool: string): Call {
    const known = this.started.get(modelsId);
    if (known) return known;
    const call = { id: this.newId("c"), ended: false };
    this.started.set(modelsId, call);
    this.ownMessageFree = false;
    this.events.emit({
      type: EventType.TOOL_CALL_START,
      toolCallId: call.id,
      toolCallName: tool,
      parentMessageId: this.messageId,
    });
    return call;
  }

  private sendArguments(modelsId: string, delta: string): void {
    const call = this.started.get(modelsId);
    if (!call || call.ended || delta === "") return;
    this.events.emit({ type: EventType.TOOL_CALL_ARGS, toolCallId: call.id, delta });
  }

  private endArguments(modelsId: string): void {
    const call = this.started.get(modelsId);
    if (!call || call.ended) return;
    call.ended = true;
    this.events.emit({ type: EventType.TOOL_CALL_END, toolCallId: call.id });
  }

  /** The call is complete. A provider that sends calls in one piece begins here. */
  private takeCall(part: Extract<LanguageModelStreamPart, { type: "tool-call" }>): void {
    const inOnePiece = !this.started.has(part.toolCallId);
    const { id } = this.startCall(part.toolCallId, part.toolName);
    const unparsed = part.invalid === true && typeof part.input === "string" ? part.input : undefined;
    if (inOnePiece) this.sendArguments(part.toolCallId, unparsed ?? JSON.stringify(part.input ?? {}));
    this.endArguments(part.toolCallId);
    this.calls.push({
      id,
      tool: part.toolName,
      input: part.input ?? {},
      ...(unparsed !== undefined && { problem: "The arguments were not valid JSON." }),
    });
    const stored: ToolCallPart = {
      type: "tool-call",
      toolCallId: id,
      toolName: part.toolName,
      // Providers take nothing but an object back.
      input: isJsonObject(part.input) ? part.input : {},
    };
    keepMetadata(stored, part.providerMetadata);
    this.content.push(stored);
  }
}

/** Signatures and item ids that the provider wants back with the part; the newest counts. */
function keepMetadata(
  part: { providerOptions?: ProviderMetadata },
  metadata: ProviderMetadata | undefined,
): void {
  if (metadata !== undefined) part.providerOptions = metadata;
}
