import type { Prompt, PromptMessage } from "@/lib/model/language-model";
import { isJsonObject, type Json, jsonOrText } from "@/lib/shared/json";

/** A call found in a prompt, with its result once there is one. */
export type PastCall = {
  id: string;
  tool: string;
  input: Json;
  /** Prose, as a model reads it. */
  text: string | undefined;
  /** The tool's data, when the engine kept it beside the prose; else the prose parsed as JSON; else the prose (E3). */
  result: Json | undefined;
  failed: boolean;
};

/** One model call of the past: what was said and called. */
export type PastStep = { text: string; calls: PastCall[] };

/** What one human message led to so far. */
export type Turn = { message: string; steps: PastStep[] };

/** A prompt as a conversation. Reads nothing but the prompt. */
export type Conversation = { system: string; turns: Turn[]; trailing: string };

export function readConversation(prompt: Prompt): Conversation {
  const conversation: Conversation = { system: "", turns: [], trailing: "" };
  const calls = new Map<string, PastCall>();
  const last = prompt.at(-1);
  const trailing = last && prompt.length > 1 && isTrailing(last) ? last : undefined;
  if (trailing) conversation.trailing = textOf(trailing);
  for (const message of prompt) {
    if (message === trailing) continue;
    if (message.role === "system") conversation.system += message.content;
    else if (message.role === "user") conversation.turns.push({ message: textOf(message), steps: [] });
    else if (message.role === "assistant") currentTurn(conversation).steps.push(readStep(message, calls));
    else readResults(message, calls);
  }
  return conversation;
}

/** The engine marks its trailing message (V6), the only one that isn't stored. */
function isTrailing(message: PromptMessage): boolean {
  return message.role === "user" && message.providerOptions?.kaboo?.trailing === true;
}

function currentTurn(conversation: Conversation): Turn {
  const turn = conversation.turns.at(-1) ?? { message: "", steps: [] };
  if (conversation.turns.length === 0) conversation.turns.push(turn);
  return turn;
}

function textOf(message: PromptMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function readStep(message: PromptMessage & { role: "assistant" }, calls: Map<string, PastCall>): PastStep {
  const step: PastStep = { text: textOf(message), calls: [] };
  for (const part of message.content) {
    if (part.type !== "tool-call") continue;
    const call: PastCall = {
      id: part.toolCallId,
      tool: part.toolName,
      input: asJson(part.input),
      text: undefined,
      result: undefined,
      failed: false,
    };
    calls.set(call.id, call);
    step.calls.push(call);
  }
  return step;
}

function readResults(message: PromptMessage & { role: "tool" }, calls: Map<string, PastCall>): void {
  for (const part of message.content) {
    if (part.type !== "tool-result") continue;
    const call = calls.get(part.toolCallId);
    if (!call) continue;
    const output = part.output;
    call.text =
      output.type === "text" || output.type === "error-text" ? output.value : JSON.stringify(output);
    call.failed = output.type.startsWith("error") || output.type === "execution-denied";
    const structured = part.providerOptions?.kaboo?.structured;
    if (structured !== undefined) call.result = asJson(structured);
    else if (output.type === "json" || output.type === "error-json") call.result = asJson(output.value);
    else call.result = jsonOrText(call.text);
  }
}

/** The library types a prompt's values as unknown or as its own JSON; both came through JSON. */
function asJson(value: unknown): Json {
  if (value === undefined) return null;
  if (typeof value === "string" || Array.isArray(value)) return value as Json;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return isJsonObject(value) ? value : null;
}
