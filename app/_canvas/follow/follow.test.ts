import { expect, test } from "vitest";
import { type Follow, type FollowEvent, follow, settleMs, startFollowing } from "@/app/_canvas/follow/follow";
import { searchFor, targetOf } from "@/app/_canvas/follow/target-url";
import type { WorkspaceFocus } from "@/lib/workspace/schema";

const focus = (id: string, seq: number, ...widgets: string[]): WorkspaceFocus => ({
  kind: "dashboard",
  id,
  seq,
  widgets,
});
const after = (...events: FollowEvent[]): Follow => events.reduce(follow, startFollowing);
const sees = (id: string, seq: number, now: number, ...widgets: string[]): FollowEvent => ({
  type: "focus",
  focus: focus(id, seq, ...widgets),
  now,
  busy: true,
});
const opens = (id: string, now: number): FollowEvent => ({
  type: "opened",
  target: { kind: "dashboard", id },
  now,
});

test("[C1] the canvas opens what focus names and points out the widgets touched", () => {
  expect(after(sees("d_1", 1, 0, "w_1"))).toMatchObject({
    target: { kind: "dashboard", id: "d_1" },
    pointed: { widgets: ["w_1"], seq: 1 },
  });
});

test("[C1] the same widgets are pointed out again when seq rises, and not when it doesn't", () => {
  const once = after(sees("d_1", 1, 0, "w_1"));
  expect(follow(once, sees("d_1", 2, 10, "w_1")).pointed?.seq).toBe(2);
  expect(follow(once, sees("d_1", 1, 10, "w_1"))).toBe(once);
});

test("[C1] it changes boards at most every two seconds, then to the newest", () => {
  const soon = after(sees("d_1", 1, 0), sees("d_2", 2, 500), sees("d_3", 3, 900));
  expect(soon.target).toMatchObject({ id: "d_1" });
  expect(follow(soon, { type: "waited", now: settleMs - 1 }).target).toMatchObject({ id: "d_1" });
  expect(follow(soon, { type: "waited", now: settleMs })).toMatchObject({
    target: { id: "d_3" },
    waiting: null,
  });
});

test("[C1] a query made on the way to a board doesn't flash up; it opens when the agents are done", () => {
  const query: FollowEvent = {
    type: "focus",
    focus: { kind: "query", id: "q_1", seq: 1 },
    now: 0,
    busy: true,
  };
  const made = after(query);
  expect(made.target).toBeNull();
  expect(follow(made, sees("d_1", 2, 900))).toMatchObject({ target: { id: "d_1" }, waiting: null });
  expect(follow(made, { type: "waited", now: 900 }).target).toMatchObject({ kind: "query", id: "q_1" });
  expect(after({ ...query, busy: false }).target).toMatchObject({ id: "q_1" });
});

test("[C1] it yields when the person opens something else, and one click follows again", () => {
  const opened = after(sees("d_1", 1, 0), opens("d_9", 5000), sees("d_2", 2, 9000));
  expect(opened).toMatchObject({ mode: "paused", target: { id: "d_9" } });
  expect(follow(opened, { type: "resumed", focus: focus("d_2", 2), now: 9001 })).toMatchObject({
    mode: "following",
    target: { id: "d_2" },
  });
});

test("[C1] it yields when the person scrolls or edits, and stays where they are", () => {
  const touched = after(sees("d_1", 1, 0), { type: "touched" }, sees("d_2", 2, 9000));
  expect(touched).toMatchObject({ mode: "paused", target: { id: "d_1" } });
  expect(after({ type: "touched" }).mode).toBe("following");
});

test("[C1] widgets on the board in sight are pointed out though following is paused", () => {
  expect(after(opens("d_1", 0), sees("d_1", 1, 10, "w_4"))).toMatchObject({
    mode: "paused",
    pointed: { widgets: ["w_4"] },
  });
});

test("[C1] turned off it never follows, whatever the person opens", () => {
  const off = after({ type: "turned_off" }, sees("d_1", 1, 0), opens("d_9", 10), sees("d_2", 2, 9000));
  expect(off).toMatchObject({ mode: "off", target: { id: "d_9" } });
});

test("[C14] what is open is in the address, and the rest of the address stays", () => {
  const search = searchFor("?scenario=x&query=q_1", { kind: "dashboard", id: "d_1", widget: "w_2" });
  expect(search).toBe("?scenario=x&board=d_1&widget=w_2");
  expect(targetOf(new URLSearchParams(search))).toEqual({ kind: "dashboard", id: "d_1", widget: "w_2" });
  expect(searchFor(search, null)).toBe("?scenario=x");
  expect(targetOf(new URLSearchParams("?source=s_1&table=orders"))).toEqual({
    kind: "source",
    id: "s_1",
    table: "orders",
  });
});

test("[C1] [C14] Back to where nothing was opened shows what is followed, and nothing when following is off", () => {
  const opened = after(sees("d_1", 1, 0), opens("d_9", 5000));
  const closed: FollowEvent = { type: "closed", focus: focus("d_1", 1), now: 9000 };
  expect(follow(opened, closed)).toMatchObject({ mode: "following", target: { id: "d_1" } });
  expect(follow(follow(opened, { type: "turned_off" }), closed)).toMatchObject({ mode: "off", target: null });
});

const elsewhere = (id: string, now: number, ...widgets: string[]): FollowEvent => ({
  type: "elsewhere",
  target: { kind: "dashboard", id },
  widgets,
  now,
});

test("[T4] [C1] another assistant's widgets are pointed out on the board in sight, whoever opened it", () => {
  const opened = after(opens("d_1", 0));
  const first = follow(opened, elsewhere("d_1", 10, "w_1"));
  expect(first).toMatchObject({ mode: "paused", pointed: { widgets: ["w_1"] } });
  const second = follow(first, elsewhere("d_1", 20, "w_1"));
  expect(second.pointed?.seq).toBeGreaterThan(first.pointed?.seq ?? 0);
});

test("[T4] [C1] another assistant's board opens while following, not in a rush, and never over what a person opened", () => {
  expect(after(elsewhere("d_2", 0, "w_1"))).toMatchObject({ target: { id: "d_2" }, mode: "following" });
  expect(after(sees("d_1", 1, 0), elsewhere("d_2", 500)).target).toMatchObject({ id: "d_1" });
  expect(after(opens("d_1", 0), elsewhere("d_2", 9_000)).target).toMatchObject({ id: "d_1" });
  expect(after({ type: "turned_off" }, elsewhere("d_2", 9_000)).target).toBeNull();
});
