import { expect, test } from "vitest";
import { errorTitle, mayRetry } from "./run-error";

test("[T5] failures that a person can do something about are told apart", () => {
  const codes = ["unauthorized", "rate_limited", "unavailable", "too_large", "interrupted"];
  expect(new Set(codes.map(errorTitle)).size).toBe(codes.length);
  expect(errorTitle("whatever")).toBe("That didn’t work");
});

test("[U5] trying again is offered where it can help", () => {
  expect(mayRetry("rate_limited")).toBe(true);
  expect(mayRetry("too_large")).toBe(false);
});
