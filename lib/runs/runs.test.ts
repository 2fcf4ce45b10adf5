import { afterEach, expect, test, vi } from "vitest";
import type { RunRequest } from "@/lib/agent/run";
import { runTeam } from "@/lib/agent/run-team";
import { log } from "@/lib/observability/log";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import type { Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const brief: Script = { lead: Array.from({ length: 6 }, () => ({ text: "All is well." })) };
const slow: Script = {
  lead: [
    { text: "Wait.", calls: [{ id: "a", tool: "lab___slow", input: { ms: 60_000 } }] },
    { text: "Late." },
  ],
};

function post(body: unknown, headers: Record<string, string> = { prefer: "respond-async" }) {
  return fetch(`${open.url}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Reads a thread's stream from the start until `enough`. */
async function readUntil(threadId: string, enough: (client: StreamClient) => boolean): Promise<StreamClient> {
  const client = new StreamClient();
  await client.read(await open.runs.read("local", threadId), enough);
  return client;
}

const saysWait = (client: StreamClient) => JSON.stringify(client.state).includes('"pending":{"c_');

test("[R1] with respond-async a run is answered with 202 and comes on the thread's stream", async () => {
  open = await openTestRuns(brief);
  const response = await post(runInput("t_1", "r_1"));
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ runId: "r_1", queued: false });
  const client = await readUntil("t_1", (each) => each.messages.length === 2 && !each.running);
  expect(client.messages).toMatchObject([
    { role: "user", content: "What is there?" },
    { role: "assistant", content: "All is well." },
  ]);
  await open.runs.settled();
  const thread = await open.db.thread.findUniqueOrThrow({ where: { id: "t_1" } });
  expect(thread.title).toBe("What is there?");
});

test("[R1] what can't be run is refused with a readable reason", async () => {
  open = await openTestRuns(brief);
  const refused = async (body: unknown, status: number, says: RegExp) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect((await response.json()).detail).toMatch(says);
  };
  await refused("{", 400, /not JSON/);
  await refused({ threadId: "t_1" }, 400, /runId/);
  await refused(runInput("../../etc", "r_1"), 400, /letters/);
  await refused(runInput("t_1", "r_1", { messages: [] }), 400, /new one/);
  await refused(runInput("t_1", "r_1", { state: { mine: "x".repeat(70_000) } }), 413, /64 KiB/);
  const long = [{ id: "m_1", role: "user" as const, content: "x".repeat(300_000) }];
  await refused(runInput("t_1", "r_1", { messages: long }), 413, /message/);
  expect(await open.db.thread.count()).toBe(0);

  await post(runInput("t_1", "r_1"));
  await open.runs.settled();
  await refused(runInput("t_1", "r_1"), 409, /run was started/);
  await refused(
    { ...runInput("t_1", "r_2"), messages: runInput("t_1", "r_1").messages },
    409,
    /message was sent/,
  );
  await refused(runInput("t_2", "r_1"), 409, /run was started/);
});

test("[R1] [S7] someone else's thread is not found, whatever is asked of it", async () => {
  open = await openTestRuns(brief);
  await open.runs.start("somebody", runInput("t_1", "r_1"));
  await open.runs.settled();
  expect((await post(runInput("t_1", "r_2"))).status).toBe(404);
  expect((await fetch(`${open.url}/api/threads/t_1/events`)).status).toBe(404);
  expect((await fetch(`${open.url}/api/threads/t_1/cancel`, { method: "POST" })).status).toBe(404);
});

test("[S7] who reads a thread before it is there hears nothing of another owner's", async () => {
  open = await openTestRuns(brief);
  const stop = new AbortController();
  const pieces = (await open.runs.read("local", "t_1"))(stop.signal);
  await pieces.next();
  const next = pieces.next();
  await open.runs.start("somebody", runInput("t_1", "r_1"));
  await open.runs.settled();
  open.runs.broadcastChange("somebody", { id: "ch_1" });
  open.runs.broadcastChange("local", { id: "ch_2" });
  expect((await next).value).toContain("ch_2");
  stop.abort();
});

test("[R6] one live run per thread: another is refused as a stream, and one that comes as it ends is not", async () => {
  open = await openTestRuns(slow);
  await post(runInput("t_1", "r_1"));
  const refused = await post(runInput("t_1", "r_2"), {});
  expect(refused.status).toBe(409);
  expect((await refused.json()).detail).toMatch(/run going on/);
  await open.runs.cancel("local", "t_1");
  await open.close();

  open = await openTestRuns(brief);
  for (let at = 0; at < 5; at += 1) {
    expect((await post(runInput("t_1", `r_${at}`))).status).toBe(202);
    await readUntil("t_1", (each) => each.messages.length === 2 * (at + 1) && !each.running);
  }
});

test("[R2] whoever started it may go away: the run goes on to its end", async () => {
  open = await openTestRuns({ lead: [{ text: "one two three four", chunks: 4, delayMs: 5 }] });
  const gone = new AbortController();
  const response = await fetch(`${open.url}/api/agent`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(runInput("t_1", "r_1")),
    signal: gone.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  gone.abort();
  await open.runs.settled();
  const client = await readUntil("t_1", (each) => each.messages.length > 0);
  expect(client.messages.at(-1)).toMatchObject({ content: "one two three four" });
});

test("[R2] stop aborts model and tools; after it answers nothing more is written", async () => {
  open = await openTestRuns(slow);
  await post(runInput("t_1", "r_1"));
  await readUntil("t_1", saysWait);
  const response = await fetch(`${open.url}/api/threads/t_1/cancel`, { method: "POST" });
  expect(await response.json()).toEqual({ cancelled: true });

  const log = await open.db.runEvent.findMany({ orderBy: { seq: "asc" } });
  expect(log.at(-1)?.payload).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({
    status: "cancelled",
  });
  const client = await readUntil("t_1", (each) => each.lastId !== undefined);
  expect(client.state).toMatchObject({ kaboo_workspace: { pending: {} } });
  expect(client.messages.map((message) => message.role)).toEqual(["user", "assistant", "tool"]);
  expect(await open.runs.cancel("local", "t_1")).toBe(false);
});

test("[R2] what does not stop is closed from outside, and writes nothing afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let late = () => {};
    let heard = () => {};
    const told = new Promise<void>((resolve) => {
      heard = resolve;
    });
    open = await openTestRuns(brief, {
      async runTeam(team, request, ports) {
        ports.signal.addEventListener("abort", heard);
        const outcome = runTeam(
          team,
          { ...request, message: { id: "m_x", content: "x" } },
          { ...ports, emit: () => {} },
        );
        ports.emit({ type: "RUN_STARTED", threadId: request.threadId, runId: request.runId } as never);
        ports.emit({ type: "TEXT_MESSAGE_START", messageId: "m_a", role: "assistant" } as never);
        await outcome;
        await new Promise<void>((resolve) => {
          late = resolve;
        });
        ports.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m_a", delta: "too late" } as never);
        return outcome;
      },
    });
    await open.runs.start("local", runInput("t_1", "r_1"));
    const stopped = open.runs.cancel("local", "t_1");
    await told;
    await vi.advanceTimersByTimeAsync(8_500);
    expect(await stopped).toBe(true);
    late();
    await new Promise(setImmediate);
    const types = await open.db.runEvent.findMany({ orderBy: { seq: "asc" }, select: { type: true } });
    expect(types.map((row) => row.type)).toEqual([
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      "RUN_ERROR",
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("[O2] server-owned state comes from the store, whatever a browser sends", async () => {
  const requests: RunRequest[] = [];
  open = await openTestRuns(
    {
      lead: [
        { calls: [{ id: "a", tool: "lab___remember", input: { value: { real: true } } }] },
        { text: "Kept." },
      ],
    },
    {
      runTeam: (team, request, ports) => {
        requests.push(request);
        return runTeam(team, request, ports);
      },
    },
  );
  const forged = {
    kaboo_workspace: { project: { forged: true } },
    kaboo_secret: "mine",
    kaboo_sessions: { x: 1 },
  };
  for (const runId of ["r_1", "r_2"]) {
    await open.runs.start("local", runInput("t_1", runId, { state: forged }));
    await open.runs.settled();
  }
  expect(JSON.stringify(requests)).not.toMatch(/forged|"mine"|kaboo_sessions/);
  expect(requests.at(1)?.state).toMatchObject({ kaboo_workspace: { project: { real: true } } });
});

test("[O3] hidden keys and transcripts reach no browser: live, replayed, folded or in an error", async () => {
  open = await openTestRuns({
    lead: [
      { text: "Hm.", calls: [{ id: "a", tool: "lab___fail", input: { message: "no" } }] },
      { text: "Well." },
    ],
  });
  const live = await post(runInput("t_1", "r_1"), {});
  const sent = [await live.text()];
  await open.runs.settled();
  const pieces = (await open.runs.read("local", "t_1"))(new AbortController().signal);
  sent.push((await pieces.next()).value);
  for (const text of sent) {
    expect(text).toContain("kaboo_workspace");
    expect(text).not.toMatch(/kaboo_secret|not for browsers|kaboo_sessions|transcript/);
  }
  expect(await open.db.transcriptMessage.count()).toBeGreaterThan(0);
  const thread = await open.db.thread.findUniqueOrThrow({ where: { id: "t_1" } });
  expect(thread.state).toMatchObject({ kaboo_secret: { key: "not for browsers" } });
});

test("[O5] the browser's keys are kept with run and thread, echoed in snapshots, and written one by one", async () => {
  open = await openTestRuns(brief);
  const states = [{ kaboo_references: ["d_1"], draft: 1 }, { kaboo_references: ["d_2"] }];
  for (const [at, state] of states.entries()) {
    await open.runs.start("local", runInput("t_1", `r_${at}`, { state }));
    await open.runs.settled();
  }
  const client = await readUntil("t_1", (each) => each.messages.length > 0 && each.lastId !== undefined);
  expect(client.state).toMatchObject({ kaboo_references: ["d_2"], draft: 1 });
  const run = await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } });
  expect(run.input).toMatchObject({ browserState: { kaboo_references: ["d_2"] } });
  const thread = await open.db.thread.findUniqueOrThrow({ where: { id: "t_1" } });
  expect(Object.keys(Object(thread.state))).toEqual(
    expect.arrayContaining(["kaboo_workspace", "kaboo_secret"]),
  );
});

test("[R3] a run whose log fails ends visibly, and its thread stays usable", async () => {
  vi.mocked(log.error).mockReturnValue();
  open = await openTestRuns(brief, {
    async runTeam(team, request, ports) {
      if (request.runId === "r_1") {
        ports.emit({ type: "RUN_STARTED", threadId: "t_1", runId: "r_1" } as never);
        await ports.stored();
        // A number that the writer will want.
        const taken = { threadId: "t_1", seq: 2, runId: "r_0", type: "CUSTOM", payload: {} };
        await open.db.runEvent.create({ data: taken });
      }
      return runTeam(team, request, ports);
    },
  });
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });
  expect(vi.mocked(log.error)).toHaveBeenCalled();
  vi.mocked(log.error).mockClear();
  await open.runs.start("local", runInput("t_1", "r_2"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_2" } })).toMatchObject({ status: "success" });
});
