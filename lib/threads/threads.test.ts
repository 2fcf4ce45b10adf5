import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "@/lib/db/client";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { createThreads } from "@/lib/threads/threads";
import { openTranscripts } from "@/lib/threads/transcripts";

let database: TestDatabase;
let db: Db;
beforeEach(() => {
  database = openTestDatabase();
  db = database.db;
});
afterEach(async () => {
  await database.close();
});

const now = () => new Date("2026-11-30T10:00:00Z");

async function addThread(id: string, ownerId: string, minute = 0) {
  const at = new Date(now().getTime() + minute * 60_000);
  await db.thread.create({
    data: { id, ownerId, title: id, state: {}, browserState: {}, createdAt: at, updatedAt: at },
  });
}

test("[S7] an owner lists, renames and deletes their own threads only", async () => {
  const threads = createThreads({ db, now });
  await addThread("t_1", "ada");
  await addThread("t_2", "ada", 5);
  await addThread("t_3", "bob");
  expect((await threads.list("ada")).map((thread) => thread.id)).toEqual(["t_2", "t_1"]);
  expect(await threads.rename("ada", "t_1", "Churn")).toMatchObject({ title: "Churn", running: false });
  const notFound = expect.objectContaining({ code: "not_found" });
  await expect(threads.get("ada", "t_3")).rejects.toEqual(notFound);
  await expect(threads.rename("ada", "t_3", "mine")).rejects.toEqual(notFound);
  await expect(threads.remove("ada", "t_3")).rejects.toEqual(notFound);
  await threads.remove("ada", "t_1");
  await expect(threads.get("ada", "t_1")).rejects.toEqual(notFound);
  expect(await db.thread.count()).toBe(3);
  await expect(threads.list("")).rejects.toThrow(/without an owner/);
});

test("[R6] a thread that runs says so and is not deleted", async () => {
  const threads = createThreads({ db, now });
  await addThread("t_1", "ada");
  const run = { id: "r_1", threadId: "t_1", ownerId: "ada", status: "running", input: {}, leaseOwner: "x" };
  await db.run.create({ data: { ...run, leaseUntil: now(), startedAt: now() } });
  expect(await threads.list("ada")).toMatchObject([{ id: "t_1", running: true }]);
  await expect(threads.remove("ada", "t_1")).rejects.toThrow(/Stop the run/);
});

test("[O1] transcripts are rows, appended in order; a second writer's row is refused, not mixed in", async () => {
  const first = openTranscripts({ db, now });
  const say = (content: string) => ({ invocationId: "i_1", message: { role: "user" as const, content } });
  await first.append("t_1", "lead", [say("one"), say("two")]);
  const second = openTranscripts({ db, now });
  expect(await second.read("t_1", "lead")).toEqual([say("one"), say("two")]);
  await first.append("t_1", "lead", [say("three")]);
  await expect(second.append("t_1", "lead", [say("stray")])).rejects.toThrow();
  await first.append("t_1", "lead#2", [say("another")]);
  expect((await first.read("t_1", "lead")).map((row) => row.message.content)).toEqual([
    "one",
    "two",
    "three",
  ]);
});
