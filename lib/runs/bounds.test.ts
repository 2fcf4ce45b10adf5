import { once } from "node:events";
import { connect } from "node:net";
import { EventType } from "@ag-ui/core";
import { afterEach, expect, test, vi } from "vitest";
import { closeStalledConnections } from "@/lib/http/stalled-connections";
import { log } from "@/lib/observability/log";
import { writeLongThread } from "@/lib/runs/testing/long-thread";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import type { Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const slow: Script = { lead: [{ calls: [{ id: "a", tool: "lab___slow", input: { ms: 60_000 } }] }] };

async function page(threadId: string): Promise<StreamClient> {
  const client = new StreamClient();
  await client.read(
    await open.runs.read("local", threadId),
    (each) => each.lastId !== undefined && !each.running,
  );
  return client;
}

const post = (threadId: string) =>
  fetch(`${open.url}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify(runInput(threadId, `r_${threadId}`)),
  });

test("[R7] runs and readers of one process are bounded: who is too many is told so, and may come later", async () => {
  vi.spyOn(log, "warn").mockReturnValue();
  open = await openTestRuns(slow, { limits: { runs: 2, readers: 2 } });
  expect((await post("t_1")).status).toBe(202);
  expect((await post("t_2")).status).toBe(202);
  const refused = await post("t_3");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/as many runs/) });
  await open.runs.cancel("local", "t_1");
  expect((await post("t_3")).status).toBe(202);

  const stop = new AbortController();
  const read = (threadId: string) =>
    fetch(`${open.url}/api/threads/${threadId}/events`, { signal: stop.signal });
  const readers = await Promise.all([read("t_2"), read("t_3")]);
  await Promise.all(readers.map(({ body }) => body?.getReader().read()));
  const turnedAway = await read("t_1");
  expect(turnedAway.status).toBe(503);
  expect(await turnedAway.json()).toMatchObject({ detail: expect.stringMatching(/as many readers/) });
  stop.abort();
  await expect.poll(() => page("t_1").then(({ messages }) => messages.length)).toBeGreaterThan(0);
  for (const threadId of ["t_2", "t_3"]) await open.runs.cancel("local", threadId);
});

test.each([
  { what: "longer than it may", limits: { minutesPerRun: 0.001 }, says: /minutes/ },
  { what: "more than it may", limits: { charactersPerRun: 2_000 }, says: /grew longer/ },
])("[R7] a run that goes on $what ends, says why, and the thread goes on", async ({ limits, says }) => {
  open = await openTestRuns(
    {
      lead: [
        {
          text: "x".repeat(6_000),
          chunks: 60,
          delayMs: 4,
          calls: [{ id: "a", tool: "lab___slow", input: { ms: 60_000 } }],
        },
        { text: "Here." },
      ],
    },
    { limits },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });
  const last = await open.db.runEvent.findFirst({ orderBy: { seq: "desc" } });
  expect(last?.payload).toMatchObject({
    type: "RUN_ERROR",
    code: "over_limit",
    message: expect.stringMatching(says),
  });
});

test("[R7] of a result of 50 MB only the beginning is stored, sent and shown to the model, with a note", async () => {
  open = await openTestRuns({
    lead: [
      { calls: [{ id: "a", tool: "lab___big", input: { bytes: 50_000_000 } }] },
      { text: "I saw the note.", when: "more characters left out" },
    ],
  });
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  const { messages } = await page("t_1");
  const result = String(messages.find(({ role }) => role === "tool")?.content);
  expect(result.length).toBeLessThan(66_000);
  expect(result).toMatch(/\[49,934,464 more characters left out\]$/);
  expect(messages.at(-1)).toMatchObject({ content: "I saw the note." });
  const rows = await open.db.transcriptMessage.findMany();
  expect(JSON.stringify(rows).length).toBeLessThan(70_000);
});

test("[R7] a client that vanished behind a connection which nobody closed gives its place to another", async () => {
  vi.spyOn(log, "warn").mockReturnValue();
  const closeNoMore = closeStalledConnections(200);
  open = await openTestRuns({ lead: [] }, { limits: { readers: 1 }, stream: { keepAliveMs: 50 } });
  await writeLongThread(open.db, "t_1", 1);
  // More than what lies between takes in.
  const payload = { id: "m_u1", role: "user", content: "x".repeat(24_000_000) };
  await open.db.message.updateMany({ where: { threadId: "t_1", position: 0 }, data: { payload } });
  const { hostname, port } = new URL(open.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  socket.write("GET /api/threads/t_1/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "data");
  socket.pause();
  socket.on("error", () => {});
  const another = async () => {
    const { status, body } = await fetch(`${open.url}/api/threads/t_2/events`);
    await body?.cancel();
    return status;
  };
  expect(await another()).toBe(503);
  await expect.poll(another).toBe(200);
  closeNoMore();
  socket.destroy();
});

test("[R7] a reader that takes nothing holds up no run, and what it does not take is not made for it", async () => {
  const pieces = 1_500;
  const note = "x".repeat(20_000);
  open = await openTestRuns(
    { lead: [] },
    {
      async runTeam(_team, { threadId, runId, state }, { emit, stored }) {
        emit({ type: EventType.RUN_STARTED, threadId, runId });
        for (let at = 0; at < pieces; at += 1) {
          emit({ type: EventType.CUSTOM, name: "note", value: note });
          if (at % 50 === 0) await stored();
        }
        emit({ type: EventType.RUN_FINISHED, threadId, runId });
        return { status: "success", state, usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 } };
      },
    },
  );
  const { hostname, port } = new URL(open.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let taken = 0;
  socket.on("data", (bytes) => {
    taken += bytes.length;
  });
  socket.pause();
  await once(socket, "connect");
  socket.write("GET /api/threads/t_1/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  const whole = await page("t_1");
  expect(whole.running).toBe(false);
  // What the system's own buffers held comes, and then the conversation as it is now.
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text = (text + part).slice(-200_000);
  });
  socket.resume();
  await expect.poll(() => text.lastIndexOf("event: reset"), { timeout: 40_000 }).toBeGreaterThan(0);
  expect(taken).toBeLessThan((pieces * note.length) / 2);
  socket.destroy();
}, 60_000);
