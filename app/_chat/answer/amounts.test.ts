import { expect, test } from "vitest";
import { explainTokens, showCost, showDuration, showTokens } from "./amounts";

test("[C13] tokens, time and cost are told short, and never as nothing", () => {
  const tokens = { inputTokens: 4_000, cachedInputTokens: 1_000, outputTokens: 120 };
  expect(showTokens(tokens)).toBe("4.1K tokens");
  expect(explainTokens(tokens)).toBe("4,000 read, 25% of them from the cache; 120 written");
  expect(explainTokens({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 })).toContain("0% of them");
  expect([400, 12_400, 125_000].map(showDuration)).toEqual(["0.4 s", "12 s", "2 min 5 s"]);
  expect([0, 1.234, 0.004, 0.000_01].map(showCost)).toEqual(["$0.00", "$1.23", "$0.004", "<$0.0001"]);
});
