import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from "ai";
import type { TranscriptRow, TranscriptStore } from "@/lib/agent/run";
import type { Json } from "@/lib/shared/json";

export const interruptedText =
  "Interrupted: the server stopped before this call ended. It may have had an effect.";

/** Characters of JSON. */
const structuredLimit = 16 * 1024;

export type TranscriptCall = { id: string; tool: string; input: Json };

/** What one agent said and heard in a thread: append-only, stored before it counts. */
export class Transcript {
  readonly messages: ModelMessage[];
  /** Whose each message is, by index. */
  private readonly invocationIds: string[];
  private readonly store: TranscriptStore;
  private readonly threadId: string;
  private readonly name: string;

  private constructor(store: TranscriptStore, threadId: string, name: string, rows: TranscriptRow[]) {
    this.store = store;
    this.threadId = threadId;
    this.name = name;
    this.messages = rows.map((row) => row.message);
    this.invocationIds = rows.map((row) => row.invocationId);
  }

  static async open(store: TranscriptStore, threadId: string, name: string): Promise<Transcript> {
    const rows = await store.read(threadId, name);
    return new Transcript(store, threadId, name, rows);
  }

  async append(invocationId: string, ...messages: ModelMessage[]): Promise<void> {
    await this.store.append(
      this.threadId,
      this.name,
      messages.map((message) => ({ invocationId, message })),
    );
    this.messages.push(...messages);
    this.invocationIds.push(...messages.map(() => invocationId));
  }

  /** Where the human message that an invocation answers is. */
  messageOf(invocationId: string): number {
    return this.messages.findIndex(
      ({ role }, index) => role === "user" && this.invocationIds[index] === invocationId,
    );
  }

  /** Whether the invocation's model has answered before. */
  hasAnswerOf(invocationId: string): boolean {
    return this.messages.some(
      ({ role }, index) => role === "assistant" && this.invocationIds[index] === invocationId,
    );
  }

  /** Results for calls that a crash left without: every call has exactly one. */
  missingResults(): ToolModelMessage[] {
    return this.openCalls().map((call) => toolResultMessage(call, interruptedText, true));
  }

  /** The calls without a result. */
  openCalls(): TranscriptCall[] {
    const open = new Map<string, TranscriptCall>();
    for (const message of this.messages) {
      if (message.role === "assistant") for (const call of callsOf(message)) open.set(call.id, call);
      if (message.role !== "tool") continue;
      for (const part of message.content) if (part.type === "tool-result") open.delete(part.toolCallId);
    }
    return [...open.values()];
  }
}

export function toolResultMessage(
  call: { id: string; tool: string },
  text: string,
  isError: boolean,
  structured?: Json,
): ToolModelMessage {
  const output = { type: isError ? ("error-text" as const) : ("text" as const), value: text };
  return {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: call.id,
        toolName: call.tool,
        output,
        ...(isSmall(structured) && { providerOptions: { kaboo: { structured } } }),
      },
    ],
  };
}

/** Providers pass over options that aren't theirs; models of our own read the data beside the prose. */
function isSmall(structured: Json | undefined): structured is Json {
  return structured !== undefined && JSON.stringify(structured).length <= structuredLimit;
}

function callsOf(message: AssistantModelMessage): TranscriptCall[] {
  if (typeof message.content === "string") return [];
  return message.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, tool: part.toolName, input: part.input as Json }]
      : [],
  );
}
