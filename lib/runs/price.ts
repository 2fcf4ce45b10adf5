import type { Tokens } from "@/lib/runs/schema";

/** US dollars per million tokens. */
export type Price = { input: number; cachedInput: number; output: number };

/** Reads `input/cached/output`, as the setting KABOO_PRICE has it. */
export function parsePrice(setting: string | undefined): Price | undefined {
  const [input, cachedInput, output] = (setting ?? "").split("/").map(Number);
  if (input === undefined || cachedInput === undefined || output === undefined) return undefined;
  return { input, cachedInput, output };
}

/** US dollars. */
export function costOf(tokens: Tokens, price: Price): number {
  const fresh = tokens.inputTokens - tokens.cachedInputTokens;
  const millions =
    fresh * price.input + tokens.cachedInputTokens * price.cachedInput + tokens.outputTokens * price.output;
  return millions / 1_000_000;
}
