import { type Event, EventType, type Message } from "@ag-ui/core";
import { expect, test } from "vitest";
import { foldEvents } from "@/lib/runs/fold";
import { compact } from "@/lib/runs/joined-events";
import type { JsonObject } from "@/lib/shared/json";
import { fc } from "@/lib/shared/testing/properties";
import { workspaceKey } from "@/lib/workspace/keys";
import { noteRunning, reduce, reduceAll } from "./reduce";
import { emptySession, type SessionState } from "./session-state";
import { recordedRun } from "./testing/recorded-run";

const first = recordedRun("r_1", 1);
const second = recordedRun("r_2", first.length + 1);
const log = [...first, ...second];

/** What a server sends to who connects after `upTo` events of the log: snapshots of the ended runs, the running one anew. */
function freshStream(upTo: number): Event[] {
  const folded = upTo >= first.length ? first : [];
  const { messages, state } = foldEvents({ messages: [], state: {} }, folded);
  const metadata = { seq: folded.length };
  return [
    { type: EventType.MESSAGES_SNAPSHOT, messages, metadata },
    { type: EventType.STATE_SNAPSHOT, snapshot: state, metadata },
    ...joined(log.slice(folded.length, upTo)),
  ];
}

function joined(events: Event[]): Event[] {
  return compact(events.map((payload) => ({ seq: Number(payload.metadata?.seq), payload }))).map(
    ({ seq, payload }) => ({ ...payload, metadata: { ...payload.metadata, seq } }) as Event,
  );
}

/** What is shown: not the log's own numbers, which joining changes. */
function shown({ messages, state, calls, writing, run }: SessionState) {
  return { messages: messages.map(withoutSeq), state, calls, writing, run };
}

function withoutSeq(message: Message): unknown {
  return JSON.parse(JSON.stringify(message, (key, value) => (key === "seq" ? undefined : value)));
}

const whole = reduceAll(emptySession, freshStream(0).concat(log));

test("[R4] the page holds the same messages, in the same order, and the same state as the server's fold", () => {
  const folded = foldEvents({ messages: [], state: {} }, log);
  expect(whole.messages).toEqual(folded.messages);
  expect(whole.state).toEqual(folded.state as JsonObject);
});

test("[R4] who is cut between the two snapshots has no place to go on from, and starts again", () => {
  const [messages, ...rest] = freshStream(first.length);
  if (!messages) throw new Error("a fresh stream begins with messages");
  const cut = reduce(whole, messages);
  expect(cut.seq).toBe(0);
  expect(reduceAll(cut, rest).seq).toBe(first.length);
  expect(shown(reduceAll(cut, [...rest, ...second]))).toEqual(shown(whole));
});

test("[R4] frames of any size give what event by event gives", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      let state = reduceAll(emptySession, freshStream(0));
      for (let at = 0, turn = 0; at < log.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        state = reduceAll(state, log.slice(at, at + size));
        at += size;
      }
      expect(state).toEqual(whole);
    }),
  );
});

test("[R4] cut at every event and resumed after it, or anew with snapshots, nothing is lost or doubled", () => {
  for (let cut = 0; cut <= log.length; cut++) {
    const before = reduceAll(reduceAll(emptySession, freshStream(0)), log.slice(0, cut));
    const resumed = reduceAll(before, joined(log.slice(cut)));
    expect(shown(resumed), `resumed after ${cut}`).toEqual(shown(whole));
    const repeated = reduceAll(before, log.slice(Math.max(0, cut - 3)));
    expect(shown(repeated), `repeated from ${cut - 3}`).toEqual(shown(whole));
    const running = cut % first.length > 0;
    const again = reduceAll(reduceAll(noteRunning(before, running), freshStream(cut)), log.slice(cut));
    expect(shown(again), `anew after ${cut}`).toEqual(shown(whole));
  }
});

test("[R4] what an event does not touch stays the same object", () => {
  const before = reduceAll(emptySession, freshStream(0).concat(first));
  const after = reduceAll(before, second.slice(0, 5));
  expect(
    after.messages.slice(0, before.messages.length).every((message, i) => message === before.messages[i]),
  ).toBe(true);
  const delta = first.find(({ type }) => type === EventType.STATE_DELTA);
  const middle = first.indexOf(delta as Event);
  const old = reduceAll(emptySession, first.slice(0, middle));
  const next = reduceAll(old, first.slice(middle, middle + 1));
  const dashboards = ({ state }: SessionState) => (state[workspaceKey] as JsonObject).dashboards;
  expect(next.state).not.toBe(old.state);
  expect(dashboards(next)).toBe(dashboards(old));
});

test("[C3] a call is live from its first word to its result, with the arguments written so far", () => {
  const start = first.findIndex((event) => event.type === EventType.TOOL_CALL_START);
  const writing = reduceAll(emptySession, first.slice(0, start + 3));
  expect(writing.calls).toMatchObject([
    { id: "c_1_r_1", status: "writing", args: '{"queries":[{"'.slice(0, 14) },
  ]);
  const end = first.findIndex((event) => event.type === EventType.TOOL_CALL_END);
  expect(reduceAll(emptySession, first.slice(0, end + 1)).calls).toMatchObject([{ status: "running" }]);
  expect(whole.calls).toEqual([]);
});

test("[O5] the page's own keys stay what the page wrote, whatever a snapshot echoes", () => {
  const state: SessionState = { ...emptySession, own: { kaboo_references: ["mine"] } };
  expect(reduceAll(state, first).state.kaboo_references).toEqual(["mine"]);
  expect(reduceAll(emptySession, first).state.kaboo_references).toEqual(["echo"]);
});

test("[R4] a delta that does not apply changes nothing and is told; a snapshot heals it", () => {
  const before = reduceAll(emptySession, first.slice(0, 2));
  const bad: Event = { type: EventType.STATE_DELTA, delta: [{ op: "remove", path: "/nowhere" }] };
  const diverged = reduce(before, bad);
  expect(diverged).toMatchObject({ diverged: true, state: before.state });
  expect(reduceAll(diverged, freshStream(first.length)).diverged).toBe(false);
});

test("[R2] the end of a run leaves nothing open, however it ends", () => {
  const middle = first.findIndex(({ type }) => type === EventType.SUBAGENT_STARTED) + 6;
  const open = reduceAll(emptySession, first.slice(0, middle));
  expect(open.calls).not.toEqual([]);
  const ended = reduce(open, {
    type: EventType.RUN_ERROR,
    message: "The model is overloaded.",
    code: "overloaded",
  });
  expect(ended).toMatchObject({
    calls: [],
    writing: [],
    run: { status: "error", error: { code: "overloaded" } },
  });
  expect(Object.values(ended.subagents).map(({ status }) => status)).toEqual(["failed"]);
});

test("[R3] a message on its way gives way to the streamed one of the same id", () => {
  const message = { id: "m_user_r_1", role: "user" as const, content: "Build a board about churn." };
  const waiting: SessionState = { ...emptySession, outbox: [{ message, status: "sending" }] };
  const after = reduceAll(waiting, first);
  expect(after.outbox).toEqual([]);
  expect(after.messages.filter(({ role }) => role === "user")).toHaveLength(1);
});
