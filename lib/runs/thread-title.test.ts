import { expect, test } from "vitest";
import { threadTitle } from "@/lib/runs/thread-title";

test.each([
  ["Show me churn by region", "Churn by region"],
  ["Hi Kaboo, could you please build a dashboard about revenue by plan?", "Revenue by plan?"],
  ["I'd like to see orders by month, please.", "Orders by month"],
  ["add revenue by plan to it", "Revenue by plan"],
  ["What is there?", "What is there?"],
  ["Build a dashboard", "A dashboard"],
  ["Why did churn rise in LATAM? Our numbers look odd since May.", "Why did churn rise in LATAM?"],
  ["make me", "Make me"],
  ["  zeig mir\n\nden Umsatz  ", "Zeig mir den Umsatz"],
  ["?", "?"],
])("[C14] a conversation is named after what it is about: %s", (message, title) => {
  expect(threadTitle(message)).toBe(title);
});

test("[C14] a long title is cut between words, and between characters where there is none", () => {
  const long = threadTitle(
    "Compare the revenue of our enterprise accounts in Europe with those in Asia by quarter",
  );
  expect(long).toBe("Compare the revenue of our enterprise accounts in…");
  expect(threadTitle("👩‍🚀".repeat(60))).toMatch(/^.{10,50}…$/su);
});
