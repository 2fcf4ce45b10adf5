import type { ModelMessage, SystemModelMessage, UserModelMessage } from "ai";
import type { Model } from "@/lib/agent/model";
import type { KeptMessage } from "@/lib/agent/run";

/** The stored transcript as one model call sees it. */
export type Dressing = {
  stored: readonly ModelMessage[];
  /** Where the prompt begins: turns before it are left out (T7). */
  first: number;
  /** Where the human message of this invocation is. */
  messageIndex: number;
  /** Opens that message; the same for the whole invocation (V2). */
  head: string;
  /** What changes from call to call; "" for nothing. */
  trailing: string;
  /** Earlier trailing messages of this invocation, for a model that keeps them. */
  kept: readonly KeptMessage[];
  model: Pick<Model, "trailing" | "cacheBreakpoints">;
};

/**
 * The messages of one model call (V6). What is stored is copied where it is dressed and never touched; all that changes
 * from call to call comes last, so that a provider's cache holds for everything before it.
 */
export function dressMessages(dressing: Dressing): ModelMessage[] {
  return dressAll(dressing).slice(dressing.first);
}

export const leftOutNote = "[Earlier turns of this conversation are left out.]";

function dressAll({ stored, first, messageIndex, head, trailing, kept, model }: Dressing): ModelMessage[] {
  const isAppended = model.trailing === "tool-result" && trailing !== "" && stored.at(-1)?.role === "tool";
  // A message that carries what changes would be cached in vain: the one before it is the newest that stays.
  const newest = stored.length - (isAppended ? 2 : 1);
  const messages = stored.map((message, index) => {
    const noted = index === first && first > 0 ? withHead(message, leftOutNote) : message;
    const dressed = index === messageIndex ? withHead(noted, head) : noted;
    const isBreakpoint = index === messageIndex || index === newest;
    return isBreakpoint && model.cacheBreakpoints ? withBreakpoint(dressed) : dressed;
  });
  if (model.trailing === "kept") return withKept(messages, kept, trailing);
  if (trailing === "") return messages;
  const last = messages.at(-1);
  if (isAppended && last?.role === "tool") {
    return [...messages.slice(0, -1), withAppended(last, trailing)];
  }
  return [...messages, trailingMessage(trailing)];
}

/** The agent's instructions, with a cache breakpoint where the provider wants one. */
export function dressInstructions(
  instructions: string,
  model: Pick<Model, "cacheBreakpoints">,
): SystemModelMessage {
  return { role: "system", content: instructions, ...(model.cacheBreakpoints && breakpoint) };
}

const breakpoint = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" as const } } } };

function trailingMessage(text: string): UserModelMessage {
  return { role: "user", content: text, providerOptions: { kaboo: { trailing: true } } };
}

function withHead(message: ModelMessage, head: string): ModelMessage {
  if (head === "" || message.role !== "user" || typeof message.content !== "string") return message;
  return { ...message, content: `${head}\n\n${message.content}` };
}

/** On a tool message it goes on its last result: neighbouring tool messages are joined before they are sent. */
function withBreakpoint(message: ModelMessage): ModelMessage {
  if (message.role !== "tool") return { ...message, ...breakpoint };
  const content = message.content.map((part, index) =>
    index === message.content.length - 1 && part.type === "tool-result"
      ? { ...part, providerOptions: { ...part.providerOptions, ...breakpoint.providerOptions } }
      : part,
  );
  return { ...message, content };
}

function withAppended(message: ModelMessage & { role: "tool" }, trailing: string): ModelMessage {
  const content = message.content.map((part, index) => {
    if (index < message.content.length - 1 || part.type !== "tool-result") return part;
    if (part.output.type !== "text" && part.output.type !== "error-text") return part;
    return { ...part, output: { ...part.output, value: `${part.output.value}\n\n${trailing}` } };
  });
  return { ...message, content };
}

function withKept(
  messages: readonly ModelMessage[],
  kept: Dressing["kept"],
  trailing: string,
): ModelMessage[] {
  const all = trailing === "" ? kept : [...kept, { before: messages.length, text: trailing }];
  return [...messages, undefined].flatMap((message, index) => [
    ...all.filter(({ before }) => before === index).map(({ text }) => trailingMessage(text)),
    ...(message === undefined ? [] : [message]),
  ]);
}
