import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { toolResultMessage } from "@/lib/agent/transcript";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { dieInCall } from "@/lib/runs/testing/die-in-call";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";
import { testTeam } from "@/lib/runs/testing/test-team";

let open: TestRuns;
afterEach(() => open.close());

/** Runs the program until it has said one line, then kills it as `kill -9` does. */
async function killInTheMiddle({ folder, url }: TestDatabase) {
  const program = join(import.meta.dirname, "testing/run-and-hang.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, folder, ...(url ? [url] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  child.kill("SIGKILL");
  await once(child, "exit");
  return JSON.parse(line);
}

test("[R5] [R3] a run whose process was killed is closed by the next one: nothing shown is lost, the thread is usable", async () => {
  const database = openTestDatabase();
  const shown = await killInTheMiddle(database);
  open = await openTestRuns(
    { lead: Array.from({ length: 4 }, () => ({ text: "Back again." })) },
    { database },
  );
  const client = new StreamClient();
  const idle = (each: StreamClient) => each.lastId !== undefined && !each.running;
  await client.read(await open.runs.read("local", "t_1"), idle);

  const shownTexts = shown.messages.map((message: { id: string }) => message.id);
  expect(client.messages.map((message) => message.id)).toEqual(expect.arrayContaining(shownTexts));
  expect(client.lastId).toBeGreaterThan(shown.lastId);
  expect(client.state).toMatchObject({ kaboo_workspace: { pending: {}, project: { kept: true } } });
  const results = client.messages.filter((message) => message.role === "tool");
  expect(results).toHaveLength(4);
  expect(results.filter((message) => message.metadata?.interrupted)).toHaveLength(3);
  const last = await open.db.runEvent.findFirst({ orderBy: { seq: "desc" } });
  expect(last?.payload).toMatchObject({ type: "RUN_ERROR", code: "interrupted" });
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });

  // Whoever was in the middle of it goes on from there.
  const resumed = new StreamClient();
  Object.assign(resumed, { lastId: shown.lastId, running: true });
  await resumed.read(await open.runs.read("local", "t_1", shown.lastId), idle);
  expect(resumed.messages).toEqual(client.messages);

  await open.runs.start("local", runInput("t_1", "r_2"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_2" } })).toMatchObject({ status: "success" });
});

test("[R5] a run that died before its first event keeps what the person wrote", async () => {
  open = await openTestRuns({ lead: [{ text: "Here." }, { text: "Here." }] });
  const at = new Date();
  const thread = { id: "t_1", ownerId: "local", state: {}, browserState: {}, createdAt: at, updatedAt: at };
  await open.db.thread.create({ data: thread });
  await open.db.run.create({
    data: {
      id: "r_1",
      threadId: "t_1",
      ownerId: "local",
      status: "running",
      liveThread: "t_1",
      input: { message: { id: "m_1", content: "Are you there?" } },
      leaseOwner: "another machine/1/x",
      leaseUntil: new Date(at.getTime() - 1),
      startedAt: at,
    },
  });
  await open.runs.start("local", runInput("t_1", "r_2"));
  await open.runs.settled();
  const client = new StreamClient();
  await client.read(await open.runs.read("local", "t_1"), (each) => each.lastId !== undefined);
  expect(client.messages).toMatchObject([
    { role: "user", content: "Are you there?" },
    { role: "user", content: "What is there?" },
    { role: "assistant", content: "Here." },
  ]);
});

test("[R5] a run whose owner may be alive is left alone", async () => {
  open = await openTestRuns({ lead: [{ text: "Here." }] });
  const at = new Date();
  await open.db.run.create({
    data: {
      id: "r_1",
      threadId: "t_1",
      ownerId: "local",
      status: "running",
      liveThread: "t_1",
      input: {},
      leaseOwner: "another machine/1/x",
      leaseUntil: new Date(at.getTime() + 60_000),
      startedAt: at,
    },
  });
  expect(await open.runs.start("local", runInput("t_1", "r_2"))).toMatchObject({ queued: true });
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "running" });
});

test.each(["its transcript", "a Change"])(
  "[E9] a call that had committed when its process died counts, as %s says",
  async (where) => {
    open = await openTestRuns({ lead: [{ text: "Here." }, { text: "Here." }] });
    const { db } = open;
    const call = { toolCallId: "c_1", toolName: "lab___remember", input: { value: 5 } };
    const result = toolResultMessage({ id: "c_1", tool: call.toolName }, "Remembered.", false, 5);
    const at = new Date();
    await dieInCall(db, call, {
      state: testTeam.initialState,
      agent: "lead",
      after: where === "a Change" ? [] : [result],
    });
    if (where === "a Change")
      await db.change.create({
        data: {
          ...{
            id: "ch_1",
            ownerId: "local",
            subject: "dashboard",
            subjectId: "d_1",
            version: 1,
            summary: "",
          },
          ...{ authorKind: "agent", authorName: "lead", runId: "r_1", callId: "c_1", callKey: "k" },
          ...{ operations: [], inverse: [], touched: [], createdAt: at },
        },
      });
    await open.runs.start("local", runInput("t_1", "r_2"));
    await open.runs.settled();
    const client = new StreamClient();
    await client.read(await open.runs.read("local", "t_1"), (each) => each.lastId !== undefined);
    expect(client.state).toMatchObject({ kaboo_workspace: { project: 5 } });
    const told = client.messages.find(({ role }) => role === "tool");
    expect(told).toMatchObject({ toolCallId: "c_1", content: "Remembered." });
    expect(told?.metadata?.interrupted).toBeUndefined();
    expect(await db.transcriptMessage.count({ where: { invocationId: "i_1" } })).toBe(3);
  },
);
