import { expect, test } from "vitest";
import { createRateLimit } from "@/lib/http/rate-limit";

test("[S4] uploads are counted by owner and minute, and who has to wait is told how long", () => {
  let now = 1_000;
  const check = createRateLimit("uploads", 2, () => now);
  check("me");
  check("me");
  now += 15_000;
  expect(() => check("me")).toThrow("Too many uploads at once. Try again in 45 s.");
  check("someone");
  now += 45_000;
  check("me");
});
