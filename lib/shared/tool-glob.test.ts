import { expect, test } from "vitest";
import { matchesTool } from "@/lib/shared/tool-glob";

test("[E1] a glob's star crosses slashes and matches a leading dot; braces, negation and extglobs are plain text", () => {
  expect(matchesTool("dashboard___*", "dashboard___plot_widgets")).toBe(true);
  expect(matchesTool("*", "a/b/.c")).toBe(true);
  expect(matchesTool("delegate___*", "dashboard___plot_widgets")).toBe(false);
  expect(matchesTool("!x", "y")).toBe(false);
  expect(matchesTool("{a,b}", "a")).toBe(false);
  expect(matchesTool("q?_1", "qa_1")).toBe(true);
});
