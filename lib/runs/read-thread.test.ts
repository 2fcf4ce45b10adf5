import { EventType } from "@ag-ui/core";
import { afterEach, expect, test } from "vitest";
import type { Runs } from "@/lib/runs/runs";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import type { Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { parseSse, StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const script: Script = {
  lead: [
    {
      text: "Let me look at that.",
      calls: [
        { id: "a", tool: "lab___remember", input: { value: { colour: "blue" } } },
        { id: "b", tool: "lab___slow", input: { ms: 2 } },
        { id: "c", tool: "delegate___helper", input: { task: "Help out." } },
        { id: "d", tool: "delegate___helper", input: { task: "Help, too." } },
      ],
      chunks: 3,
      delayMs: 1,
    },
    { text: "That is all there is.", chunks: 3, delayMs: 1 },
  ],
  helper: [
    { text: "Working.", calls: [{ id: "e", tool: "lab___slow", input: { ms: 1 } }], chunks: 2, delayMs: 1 },
    { text: "Done with it.", chunks: 3, delayMs: 1 },
  ],
};

/** The stream has said where it starts, and no run is open from there. */
const isIdle = ({ lastId, running }: StreamClient) => lastId !== undefined && !running;

async function readToEnd(runs: Runs, threadId: string, client: StreamClient): Promise<void> {
  await client.read(await runs.read("local", threadId, client.lastId), isIdle);
}

test("[R4] cut at every event and reconnected at once, a reader ends with the same messages and state", async () => {
  open = await openTestRuns(script);
  const whole = new StreamClient();
  // More than there are messages, however their pieces are joined.
  const cuts = Array.from({ length: 120 }, (_, cut) => cut);
  const cutAndReconnect = async (cut: number) => {
    const client = new StreamClient();
    await client.read(await open.runs.read("local", "t_1"), (each) => each.taken >= cut || isIdle(each));
    await readToEnd(open.runs, "t_1", client);
    return client;
  };
  await open.runs.start("local", runInput("t_1", "r_1", { state: { kaboo_references: ["d_1"] } }));
  const uninterrupted = readToEnd(open.runs, "t_1", whole);
  const live = await Promise.all(cuts.map(cutAndReconnect));
  await uninterrupted;
  await open.runs.settled();
  const late = await Promise.all(cuts.slice(0, 5).map(cutAndReconnect));

  expect(whole.taken).toBeGreaterThan(40);
  expect(whole.taken).toBeLessThan(cuts.length);
  for (const [cut, client] of [...live, ...late].entries()) {
    expect(client.messages, `cut after ${cut}`).toEqual(whole.messages);
    expect(client.state, `cut after ${cut}`).toEqual(whole.state);
  }
  expect(whole.state).toMatchObject({
    kaboo_references: ["d_1"],
    kaboo_workspace: { project: { colour: "blue" } },
  });
  expect(whole.messages.map(({ role, content }) => `${role} ${content}`).sort()).toEqual([
    "assistant Done with it.",
    "assistant Done with it.",
    "assistant Let me look at that.",
    "assistant That is all there is.",
    "assistant Working.",
    "assistant Working.",
    "tool Done with it.",
    "tool Done with it.",
    "tool Remembered.",
    "tool Waited 1 ms.",
    "tool Waited 1 ms.",
    "tool Waited 2 ms.",
    "user What is there?",
  ]);
});

const brief: Script = { lead: Array.from({ length: 3 }, () => ({ text: "one two three", chunks: 3 })) };

async function finish(threadId: string, runId: string): Promise<void> {
  await open.runs.start("local", runInput(threadId, runId));
  await open.runs.settled();
}

test("[R4] a cursor that was folded away gets a reset and snapshots, a current one only what is new", async () => {
  open = await openTestRuns(brief);
  await finish("t_1", "r_1");
  const client = new StreamClient();
  await readToEnd(open.runs, "t_1", client);
  expect(client.resets).toBe(1);
  await readToEnd(open.runs, "t_1", client);
  expect(client.resets).toBe(1);
  const before = client.messages;
  await finish("t_1", "r_2");
  await readToEnd(open.runs, "t_1", client);
  expect(client.resets).toBe(2);
  expect(client.messages.slice(0, before.length)).toEqual(before);
  expect(client.messages).toHaveLength(4);
  for (const unknown of [client.lastId ?? 0, 100_000]) {
    const pieces = (await open.runs.read("local", "t_1", unknown))(new AbortController().signal);
    expect((await pieces.next()).value).toMatch(unknown === 100_000 ? /^event: reset/ : /^event: resume/);
    await pieces.return?.();
  }
});

test("[R4] the stream stays open between runs and carries others' changes; seven tabs hear the same", async () => {
  open = await openTestRuns(brief);
  const tabs = Array.from({ length: 7 }, () => new StreamClient());
  const reading = tabs.map(async (tab) =>
    tab.read(await open.runs.read("local", "t_1"), (each) => each.messages.length === 4 && !each.running),
  );
  await finish("t_1", "r_1");
  open.runs.broadcastChange("local", { id: "ch_1" });
  await finish("t_1", "r_2");
  await Promise.all(reading);
  for (const tab of tabs) {
    expect(tab.messages).toEqual(tabs[0]?.messages);
    expect(tab.changes).toEqual([{ id: "ch_1" }]);
    expect(tab.resets).toBe(1);
  }
});

test("[R4] a reader that falls behind holds nothing up and ends with the same conversation", async () => {
  open = await openTestRuns(brief, {
    async runTeam(_team, { threadId, runId, state }, { emit, stored }) {
      emit({ type: EventType.RUN_STARTED, threadId, runId });
      for (let at = 0; at < 35; at += 1) {
        for (let note = 0; note < 100; note += 1) emit({ type: EventType.CUSTOM, name: "note", value: note });
        await stored();
      }
      emit({ type: EventType.TEXT_MESSAGE_START, messageId: "m_1", role: "assistant" });
      emit({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: "m_1", delta: "Done." });
      emit({ type: EventType.TEXT_MESSAGE_END, messageId: "m_1" });
      emit({ type: EventType.RUN_FINISHED, threadId, runId });
      return { status: "success", state, usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 } };
    },
  });
  const stop = new AbortController();
  const pieces = (await open.runs.read("local", "t_1"))(stop.signal);
  await pieces.next();
  await open.runs.start("local", runInput("t_1", "r_1"));
  await pieces.next();
  await open.runs.settled();
  // Only now does it ask for more; what it missed is in no memory any more, nor in the log.
  const { value } = await pieces.next();
  expect(value).toMatch(/^event: reset/);
  expect(value).toContain('"content":"Done."');
  stop.abort();
});

test("[R1] [R10] a thread's stream over HTTP: headers, ids, resumed by Last-Event-ID", async () => {
  open = await openTestRuns(brief);
  await finish("t_1", "r_1");
  const stop = new AbortController();
  const read = async (headers: Record<string, string>) => {
    const response = await fetch(`${open.url}/api/threads/t_1/events`, { headers, signal: stop.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    return { response, text: new TextDecoder().decode(value) };
  };
  const fresh = await read({});
  expect(Object.fromEntries(fresh.response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  const [reset, messages, state] = fresh.text.split("\n\n").map(parseSse);
  expect(reset).toMatchObject({ event: "reset", data: { running: false } });
  expect(messages).toMatchObject({ id: undefined, data: { type: "MESSAGES_SNAPSHOT" } });
  expect(state).toMatchObject({ id: expect.stringMatching(/^\d+$/), data: { type: "STATE_SNAPSHOT" } });
  expect((await read({ "last-event-id": state?.id ?? "" })).text).toMatch(/^event: resume\ndata: /);
  stop.abort();
});
