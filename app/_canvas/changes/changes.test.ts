import { expect, test } from "vitest";
import { everything, filtered, together } from "@/app/_canvas/changes/filter";
import { targetOfChange } from "@/app/_canvas/target-of-change";
import { agoOf } from "@/app/_ui/ago";
import { Change } from "@/lib/changes/schema";

const change = Change.parse({
  id: "ch_1",
  subject: "dashboard",
  subjectId: "d_1",
  version: 4,
  author: { kind: "agent", name: "visualizer" },
  summary: "Added 2 widgets",
  at: "2026-11-30T10:00:00Z",
  widgets: ["w_6", "w_7"],
  undone: false,
});

test("[C4] a line of the log opens the board and points out what the change touched", () => {
  expect(targetOfChange(change)).toEqual({ kind: "dashboard", id: "d_1", widget: "w_6" });
  expect(targetOfChange({ ...change, subject: "query", subjectId: "q_1" })).toEqual({
    kind: "query",
    id: "q_1",
  });
});

test("[C4] a change says how long ago it was made, in the reader's language", () => {
  const now = Date.parse("2026-11-30T10:05:20Z");
  expect(agoOf(change.at, now, "en-US")).toBe("5 minutes ago");
  expect(agoOf(change.at, now, "de-DE")).toBe("vor 5 Minuten");
  expect(agoOf(change.at, Date.parse(change.at), "en-US")).toBe("now");
  expect(agoOf(change.at, Date.parse("2026-12-01T12:00:00Z"), "en-US")).toBe("yesterday");
});

test("[C4] the log is narrowed by author, board and widget", () => {
  const mine = { ...change, id: "ch_2", author: { kind: "person" as const, name: "You" }, widgets: ["w_6"] };
  const elsewhere = { ...change, id: "ch_3", subjectId: "d_2" };
  const ids = (filter: Partial<typeof everything>) =>
    filtered([change, mine, elsewhere], { ...everything, ...filter }).map(({ id }) => id);
  expect(ids({})).toEqual(["ch_1", "ch_2", "ch_3"]);
  expect(ids({ author: "You" })).toEqual(["ch_2"]);
  expect(ids({ author: "visualizer", board: "d_1" })).toEqual(["ch_1"]);
  expect(ids({ widget: { id: "w_7", title: "" }, board: "d_1" })).toEqual(["ch_1"]);
});

test("[C4] what is in the conversation and on the board is one log, newest first, each change once", () => {
  const own = {
    ...change,
    id: "ch_2",
    at: "2026-11-30T10:01:00Z",
    author: { kind: "person" as const, name: "" },
  };
  const older = { ...change, id: "ch_0", at: "2026-11-30T09:00:00Z" };
  expect(together([change, older], [own, change]).map(({ id }) => id)).toEqual(["ch_2", "ch_1", "ch_0"]);
});
