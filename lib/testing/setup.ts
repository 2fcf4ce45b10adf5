import { afterEach, beforeEach, expect, vi } from "vitest";

// A stray console.error is a failure: whoever expects one says so with `vi.mocked(console.error)`.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, "console.error was called").toEqual([]);
});
