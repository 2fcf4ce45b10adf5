import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import { plainJson } from "@/lib/shared/plain-json";
import { fc } from "@/lib/shared/testing/properties";
import { boundWorkspace, workspaceLimitBytes } from "@/lib/workspace/bound";
import { emptyWorkspace } from "@/lib/workspace/keys";
import {
  endPending,
  forget,
  logChange,
  noteDashboard,
  noteQuery,
  noteSource,
  setFocus,
  startPending,
} from "@/lib/workspace/patches";
import type { Workspace } from "@/lib/workspace/schema";
import { focusedWidgets, newestChange, pendingOf } from "@/lib/workspace/selectors";
import { initialState, stateKeys } from "@/lib/workspace/state-keys";
import { workspaceOf } from "@/lib/workspace/workspace-of";

const start: JsonObject = { kaboo_workspace: plainJson(emptyWorkspace) };
const at = "2026-11-30T10:00:00.000Z";
const change = (n: number) => ({ agent: "visualizer", summary: `change ${n}`, at, dashboard: `d_${n}` });
const sizeOf = (state: JsonObject) => Buffer.byteLength(JSON.stringify(state.kaboo_workspace));

test("[K1] a thread starts with the empty record, and patches fill it by reference", () => {
  expect(initialState).toEqual({ kaboo_workspace: emptyWorkspace });
  let state = start;
  for (const operations of [
    noteSource({ id: "s_1", title: "Sample company" }),
    noteQuery({ id: "q_4", title: "Churn by region", columns: ["region", "churn"], source: "s_1" }),
    noteDashboard({ id: "d_2", title: "Churn by region", version: 3, widgets: ["w_6", "w_7"] }),
    setFocus(state, { kind: "dashboard", id: "d_2", widgets: ["w_7"] }),
    logChange(state, { ...change(1), dashboard: "d_2", widgets: ["w_6", "w_7"] }),
  ])
    state = applyPatch(state, operations);
  expect(state.kaboo_workspace).toEqual({
    focus: { kind: "dashboard", id: "d_2", widgets: ["w_7"], seq: 1 },
    dashboards: { d_2: { title: "Churn by region", version: 3, widgets: ["w_6", "w_7"] } },
    queries: { q_4: { title: "Churn by region", columns: ["region", "churn"], source: "s_1" } },
    sources: { s_1: { title: "Sample company" } },
    pending: [],
    changes: [{ ...change(1), dashboard: "d_2", widgets: ["w_6", "w_7"] }],
    project: {},
  });
  expect(focusedWidgets(workspaceOf(state), "d_2")).toEqual(["w_7"]);
  expect(focusedWidgets(workspaceOf(state), "d_3")).toEqual([]);
  expect(newestChange(workspaceOf(state))?.dashboard).toBe("d_2");
});

test("[C1] seq rises when the same widgets are pointed out again", () => {
  const focus = { kind: "dashboard" as const, id: "d_1", widgets: ["w_1"] };
  const once = applyPatch(start, setFocus(start, focus));
  const twice = applyPatch(once, setFocus(once, focus));
  expect(workspaceOf(twice).focus).toEqual({ ...focus, seq: 2 });
});

test("[K2] pending gets an entry when a call starts and loses exactly that one when it ends", () => {
  const entry = (call: string) => ({ call, agent: "visualizer", summary: "Plotting 2 widgets", since: at });
  const one = applyPatch(start, startPending(entry("c_1")));
  const two = applyPatch(one, startPending(entry("c_2")));
  const ended = applyPatch(two, endPending(two, "c_1"));
  expect(workspaceOf(ended).pending).toEqual([entry("c_2")]);
  expect(pendingOf(workspaceOf(ended), "visualizer")).toHaveLength(1);
  expect(endPending(ended, "c_1")).toEqual([]);
});

test("[K1] what is deleted leaves the record, and the focus leaves it", () => {
  let state = applyPatch(start, noteDashboard({ id: "d_1", title: "A", version: 1, widgets: [] }));
  state = applyPatch(state, setFocus(state, { kind: "dashboard", id: "d_1" }));
  state = applyPatch(state, forget(state, "dashboards", "d_1"));
  expect(workspaceOf(state)).toMatchObject({ focus: null, dashboards: {} });
  expect(forget(state, "queries", "q_unknown")).toEqual([]);
});

test("[E8] changes keeps the newest 100, also when several come at once", () => {
  let state = start;
  for (let n = 1; n <= 99; n++) state = applyPatch(state, logChange(state, change(n)));
  state = applyPatch(state, logChange(state, change(100), change(101), change(102)));
  const { changes } = workspaceOf(state);
  expect(changes).toHaveLength(100);
  expect(changes.at(0)?.summary).toBe("change 3");
  expect(changes.at(-1)?.summary).toBe("change 102");
});

test("[E8] past 64 KiB the entries touched longest ago leave, never the focus", () => {
  let state = start;
  const title = "x".repeat(800);
  for (let n = 1; n <= 90; n++) {
    state = applyPatch(state, noteDashboard({ id: `d_${n}`, title, version: 1, widgets: [] }));
    state = applyPatch(state, logChange(state, change(n)));
  }
  state = applyPatch(state, setFocus(state, { kind: "dashboard", id: "d_1" }));
  // Touched again: no longer among the oldest.
  state = applyPatch(state, logChange(state, change(2)));
  expect(sizeOf(state)).toBeGreaterThan(workspaceLimitBytes);
  const bounded = applyPatch(state, boundWorkspace(state));
  const { dashboards } = workspaceOf(bounded);
  expect(sizeOf(bounded)).toBeLessThanOrEqual(workspaceLimitBytes);
  expect(Object.keys(dashboards)).toEqual(expect.arrayContaining(["d_1", "d_2", "d_90"]));
  expect(dashboards).not.toHaveProperty("d_3");
  expect(boundWorkspace(bounded)).toEqual([]);
});

test("[E8] whatever it holds, the bound holds, and the focus stays", () => {
  const record = fc.record({
    entries: fc.integer({ min: 0, max: 150 }),
    titles: fc.integer({ min: 1, max: 1_000 }),
    notes: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(record, ({ entries, titles, notes }) => {
      const workspace: Workspace = {
        ...emptyWorkspace,
        focus: { kind: "query", id: "q_0", seq: 1 },
        queries: Object.fromEntries(
          Array.from({ length: entries }, (_, n) => [
            `q_${n}`,
            { title: "ü".repeat(titles), columns: ["a"], source: "s_1" },
          ]),
        ),
        changes: Array.from({ length: 100 }, (_, n) => change(n)),
        project: { notes: "n".repeat(notes) },
      };
      const state = { kaboo_workspace: plainJson(workspace) };
      const bounded = applyPatch(state, boundWorkspace(state));
      expect(sizeOf(bounded)).toBeLessThanOrEqual(workspaceLimitBytes);
      expect(workspaceOf(bounded).focus?.id).toBe("q_0");
      if (entries > 0) expect(workspaceOf(bounded).queries).toHaveProperty("q_0");
    }),
    { numRuns: 60 },
  );
});

test("[O1] one registry says who writes each key and who sees it", () => {
  expect(stateKeys).toMatchObject({
    kaboo_sessions: { writer: "server", visible: false },
    kaboo_workspace: { writer: "effects", visible: true },
    kaboo_references: { writer: "browser", visible: true },
  });
});

test("[K1] one odd entry hides nothing else", () => {
  const odd = { kaboo_workspace: { ...emptyWorkspace, focus: 7, project: { a: 1 } } };
  expect(workspaceOf(odd)).toEqual({ ...emptyWorkspace, project: { a: 1 } });
  expect(workspaceOf({})).toEqual(emptyWorkspace);
});
