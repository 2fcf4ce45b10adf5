import { afterEach, beforeEach, expect, vi } from "vitest";
import { log } from "@/lib/observability/log";

// A stray error is a failure: whoever expects one says so with `vi.mocked(log.error)`.
const places = [
  [console, "console.error"],
  [log, "log.error"],
] as const;

beforeEach(() => {
  for (const [place] of places) vi.spyOn(place, "error");
});

afterEach(() => {
  for (const [place, name] of places) {
    const { calls } = vi.mocked(place.error).mock;
    vi.mocked(place.error).mockRestore();
    expect(calls, `${name} was called`).toEqual([]);
  }
});
