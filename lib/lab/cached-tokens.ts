import type { TraceEntry } from "@/lib/agent/run";
import { estimateTokens } from "@/lib/model/tokens";

/** One model call, with exactly what it saw. */
export type Prompt = Extract<TraceEntry, { kind: "model-call" }>;

/**
 * Tokens that a provider's prefix cache would serve: what a prompt has in common with the one before it of the same
 * transcript, from the start (V6).
 */
export function cachedTokens(prompts: readonly Prompt[]): number {
  const before = new Map<string, string>();
  let cached = 0;
  for (const prompt of prompts) {
    const text = prompt.system + JSON.stringify(prompt.messages);
    const previous = before.get(prompt.slot);
    if (previous !== undefined) cached += estimateTokens(text.slice(0, sharedLength(previous, text)));
    before.set(prompt.slot, text);
  }
  return cached;
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}
