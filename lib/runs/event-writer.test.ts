import { type AGUIEvent, EventType } from "@ag-ui/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "@/lib/db/client";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { createEventWriter, type RunLog } from "@/lib/runs/event-writer";
import type { StoredEvent } from "@/lib/runs/stored-event";

let database: TestDatabase;
let db: Db;
beforeEach(() => {
  database = openTestDatabase();
  db = database.db;
});
afterEach(async () => {
  await database.close();
});

const start = (messageId: string): AGUIEvent => ({
  type: EventType.TEXT_MESSAGE_START,
  messageId,
  role: "assistant",
});
const piece = (messageId: string, delta: string): AGUIEvent => ({
  type: EventType.TEXT_MESSAGE_CONTENT,
  messageId,
  delta,
});
const thread = (threadId: string) => ({ ownerId: "local", threadId });
const unexpected = { onFailure: (error: unknown) => expect.unreachable(String(error)) };

test("[R3] what a reader is handed is in the database already, numbered per thread without a gap", async () => {
  const handed: { threadId: string; events: StoredEvent[]; inDb: Promise<number> }[] = [];
  const writer = createEventWriter(db, ({ threadId }, events) => {
    const seqs = events.map((event) => event.seq);
    handed.push({ threadId, events, inDb: db.runEvent.count({ where: { threadId, seq: { in: seqs } } }) });
  });
  const logs = ["t_1", "t_2", "t_3"].map((id) =>
    writer.open({ thread: thread(id), runId: `r_${id}`, seq: 5 }, unexpected),
  );
  for (const log of logs) {
    log.append(start("m_1"));
    for (let at = 0; at < 100; at += 1) log.append(piece("m_1", `${at} `));
  }
  await Promise.all(logs.map((log) => log.stored()));
  for (const { events, inDb } of handed) expect(await inDb).toBe(events.length);
  for (const id of ["t_1", "t_2", "t_3"]) {
    const events = handed.filter(({ threadId }) => threadId === id).flatMap((batch) => batch.events);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => 6 + index));
    expect(events.every(({ payload, seq }) => payload.metadata?.seq === seq)).toBe(true);
    const text = events.map(({ payload }) => ("delta" in payload ? payload.delta : "")).join("");
    expect(text).toBe(Array.from({ length: 100 }, (_, at) => `${at} `).join(""));
  }
});

test("[R3] deltas that wait together are joined, also those of two messages at once", async () => {
  const writer = createEventWriter(db, () => {});
  const log = writer.open({ thread: thread("t_1"), runId: "r_1", seq: 0 }, unexpected);
  for (const id of ["a", "b"]) log.append(start(id));
  for (let at = 0; at < 10; at += 1) for (const id of ["a", "b"]) log.append(piece(id, `${at}`));
  await log.stored();
  const rows = await db.runEvent.findMany({ orderBy: { seq: "asc" } });
  expect(rows.map((row) => row.payload)).toMatchObject([
    { messageId: "a", type: "TEXT_MESSAGE_START" },
    { messageId: "b", type: "TEXT_MESSAGE_START" },
    { messageId: "a", delta: "0123456789" },
    { messageId: "b", delta: "0123456789" },
  ]);
});

test("[R3] all runs' events go in one commit, and a first delta does not wait for its group", async () => {
  let commits = 0;
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === "driver") commits += 1;
      return Reflect.get(target, name);
    },
  });
  const writer = createEventWriter(counting, () => {});
  const logs: RunLog[] = [];
  for (let at = 0; at < 20; at += 1)
    logs.push(writer.open({ thread: thread(`t_${at}`), runId: `r_${at}`, seq: 0 }, unexpected));
  for (const log of logs) log.append(start("m"));
  for (const log of logs) log.append(piece("m", "first"));
  await Promise.all(logs.map((log) => log.stored()));
  expect(commits).toBe(1);
  expect(await db.runEvent.count()).toBe(40);
});

test("[R3] a run whose events can't be stored fails alone, and nothing of it is sent", async () => {
  const sent: string[] = [];
  const writer = createEventWriter(db, ({ threadId }) => sent.push(threadId));
  // Somebody else has that number already.
  await db.runEvent.create({
    data: { threadId: "t_bad", seq: 1, runId: "r_0", type: "RUN_STARTED", payload: {} },
  });
  const failures: unknown[] = [];
  const bad = writer.open(
    { thread: thread("t_bad"), runId: "r_1", seq: 0 },
    { onFailure: (error) => failures.push(error) },
  );
  const good = writer.open({ thread: thread("t_good"), runId: "r_2", seq: 0 }, unexpected);
  bad.append(start("m"));
  good.append(start("m"));
  await expect(bad.stored()).rejects.toThrow();
  await good.stored();
  bad.append(piece("m", "more"));
  expect(failures).toHaveLength(1);
  expect(sent).toEqual(["t_good"]);
  await expect(bad.stored()).rejects.toThrow();
});

test("[R3] text that a database may not hold is stored as what can be shown", async () => {
  const writer = createEventWriter(db, () => {});
  const log = writer.open({ thread: thread("t_1"), runId: "r_1", seq: 0 }, unexpected);
  log.append(piece("m", "a\u0000b\ud800c 😀 \\u0000"));
  await log.stored();
  expect((await db.runEvent.findFirstOrThrow()).payload).toMatchObject({
    delta: "a\ufffdb\ufffdc 😀 \\u0000",
  });
});
