import type { Tokens } from "@/lib/runs/schema";

/** "0.4 s", "12 s", "2 min 5 s". */
export function showDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "4.1K tokens". */
export function showTokens({ inputTokens, outputTokens }: Tokens): string {
  const sum = inputTokens + outputTokens;
  return `${compact.format(sum)} ${sum === 1 ? "token" : "tokens"}`;
}

/** What stands behind the number. */
export function explainTokens({ inputTokens, cachedInputTokens, outputTokens }: Tokens): string {
  const cached = inputTokens > 0 ? Math.round((100 * cachedInputTokens) / inputTokens) : 0;
  const whole = (count: number) => count.toLocaleString("en");
  return `${whole(inputTokens)} read, ${cached}% of them from the cache; ${whole(outputTokens)} written`;
}

/** US dollars: cents where there are any, else as many digits as it takes to be more than nothing. */
export function showCost(dollars: number): string {
  if (dollars >= 0.01 || dollars === 0) return `$${dollars.toFixed(2)}`;
  return dollars < 0.0001 ? "<$0.0001" : `$${dollars.toPrecision(1)}`;
}
