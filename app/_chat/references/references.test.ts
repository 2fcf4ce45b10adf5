import { expect, test } from "vitest";
import type { Reference } from "@/lib/workspace/references";
import { findReferences } from "./find-references";
import { mentionAt, writeMention } from "./mention";

const all: Reference[] = [
  { kind: "table", id: "monthly_revenue", title: "monthly_revenue", sourceId: "s_1" },
  { kind: "query", id: "q_1", title: "Revenue by plan" },
  { kind: "query", id: "q_2", title: "Plain revenue" },
  { kind: "dashboard", id: "d_1", title: "Churn by region" },
];
const titles = (search: string) =>
  findReferences(all, search).map(
    ({ label, references }) => `${label}: ${references.map((each) => each.title).join(", ")}`,
  );

test("[C8] the @ menu is grouped by kind and finds by the beginnings of words, a title's own beginning first", () => {
  expect(titles("")).toEqual([
    "Dashboards: Churn by region",
    "Queries: Revenue by plan, Plain revenue",
    "Tables: monthly_revenue",
  ]);
  expect(titles("pla")).toEqual(["Queries: Plain revenue, Revenue by plan"]);
  expect(titles("rev pl")).toEqual(["Queries: Revenue by plan, Plain revenue"]);
  expect(titles("monthly rev")).toEqual(["Tables: monthly_revenue"]);
  expect(titles("nothing")).toEqual([]);
});

test("[C8] a mention begins a word, and ends where it can't be one", () => {
  expect(mentionAt("Show @rev", 9)).toEqual({ start: 5, query: "rev" });
  expect(mentionAt("@", 1)).toEqual({ start: 0, query: "" });
  expect(mentionAt("@revenue by pl", 14)).toEqual({ start: 0, query: "revenue by pl" });
  for (const text of ["me@example.org", "@ no", "@a  b", "@a\nb", `@${"x".repeat(60)}`])
    expect(mentionAt(text, text.length), text).toBeUndefined();
});

test("[C8] choosing writes the title out where the mention was", () => {
  expect(writeMention("Show @rev please", { start: 5, query: "rev" }, "Revenue by plan")).toEqual({
    text: "Show @Revenue by plan please",
    caret: 22,
  });
});
