import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { clearPending } from "@/lib/agent/pending";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import type { Step } from "@/lib/agent/testing/scripted-model";
import { valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";

const script = (...calls: Step["calls"] & object) => ({ writer: [{ calls }] });

test("[K2] a matching call is pending from its start to its end, and its effects leave with its end", async () => {
  const run = await observe(notesTeam(new Notes()), {
    script: script({ tool: "notes___add", input: { text: "a" } }),
  });
  expect(
    run.states.map((state) => [
      valueAt(state, "/notebook/pending/0/tool"),
      valueAt(state, "/notebook/total"),
    ]),
  ).toEqual([
    [undefined, undefined],
    ["notes___add", undefined],
    [undefined, 1],
  ]);
});

test.each(["throws", "refuses", "reports"])("[K2] pending is cleared when a call %s", async (how) => {
  const run = await observe(notesTeam(new Notes()), {
    script: script({ tool: "notes___fail", input: { how } }),
  });
  expect(run.states).toHaveLength(3);
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
});

test("[E8] what a starting call makes too large leaves with its start", async () => {
  const alone = (state: unknown): Operation[] =>
    valueAt(state, "/notebook/pending/0") === undefined
      ? []
      : [{ op: "add", path: "/notebook/added", value: [] }];
  const run = await observe(notesTeam(new Notes(), { bound: alone }), {
    script: {
      writer: [
        { calls: [{ tool: "notes___add", input: { text: "a" } }] },
        { calls: [{ tool: "notes___fail", input: { how: "throws" } }] },
      ],
    },
  });
  const starting = run.states.filter((state) => valueAt(state, "/notebook/pending/0") !== undefined);
  expect(starting.map((state) => valueAt(state, "/notebook/added"))).toEqual([[], []]);
});

test("[K2] a delegate is pending while it works, and a stopped one no longer", async () => {
  const stop = new AbortController();
  const run = await observe(notesTeam(new Notes()), {
    signal: stop.signal,
    script: {
      writer: [{ calls: [{ tool: "delegate___critic", input: { task: "judge" } }] }],
      critic: [{ text: "hm", hangs: true }],
    },
    onEvent: (event) => {
      if (event.type === EventType.TEXT_MESSAGE_CONTENT && event.delta === "h") stop.abort();
    },
  });
  expect(valueAt(run.states[1], "/notebook/pending/0/tool")).toBe("delegate___critic");
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
  expect(run.outcome.status).toBe("cancelled");
});

test("[K2] pending mappers may write nothing but their own place; one that fails is warned of", async () => {
  const team = notesTeam(new Notes(), {
    pending: [
      {
        tool: "notes___add",
        at: "/notebook/pending",
        start: () => [{ op: "add", path: "/notebook/pending2", value: 1 }],
        end: () => {
          throw new Error("no end");
        },
      },
    ],
  });
  const run = await observe(team, { script: script({ tool: "notes___add", input: { text: "a" } }) });
  expect(run.warnings.map((warning) => warning.reason)).toEqual([
    'its start was not noted: add "/notebook/pending2": only /notebook/pending may be written here',
    "its end was not noted: no end",
  ]);
  expect(valueAt(run.state, "/notebook/pending2")).toBeUndefined();
  expect(valueAt(run.state, "/notebook/total")).toBe(1);
});

test("[K2] what a crashed run left pending is gone from the next one's first snapshot", async () => {
  const state = { notebook: { added: [], pending: [{ call: "c_dead" }] } };
  const run = await observe(notesTeam(new Notes()), { request: { state } });
  expect(valueAt(run.states[0], "/notebook/pending")).toEqual([]);
  expect(clearPending(notesTeam(new Notes()), state)).toEqual([
    { op: "replace", path: "/notebook/pending", value: [] },
  ]);
});
