import { expect, test } from "vitest";
import { select, statement, write, writeInOrder } from "@/lib/db/statement";
import { openTestDatabase } from "@/lib/db/testing/databases";
import { isMissing, isTaken } from "@/lib/db/write";

const insert = statement(
  `INSERT INTO "Thread" ("id", "ownerId", "state", "browserState", "createdAt", "updatedAt")
    VALUES (?, 'ada', ?, '{}', ?, ?)`,
);
const rename = statement(`UPDATE "Thread" SET "title" = ? WHERE "id" = ? RETURNING "title"`);
const read = statement(`SELECT "title", "state" FROM "Thread" WHERE "id" = ?`);
const at = new Date("2026-12-01T10:00:00.120Z");

test("[N2] what goes past the client is what the client reads, stored together or not at all", async () => {
  const { db, close } = openTestDatabase();
  const values = (id: string) => [id, JSON.stringify({ odd: "a\u0000b", n: 1 }), at, at];
  expect(await write(db, insert, values("t_1"))).toBe(1);
  const state = { odd: "a\ufffdb", n: 1 };
  expect(await db.thread.findUnique({ where: { id: "t_1" } })).toMatchObject({ state, createdAt: at });
  const [row] = await select(db, read, ["t_1"]);
  expect({ title: row?.title, state: JSON.parse(String(row?.state)) }).toEqual({ title: "", state });

  const taken = writeInOrder(db, [
    { statement: insert, values: values("t_2") },
    { statement: insert, values: values("t_1") },
  ]);
  expect(isTaken(await taken.catch((error: unknown) => error))).toBe(true);
  const missing = writeInOrder(db, [
    { statement: insert, values: values("t_2") },
    { statement: rename, values: ["Churn", "t_0"], written: true },
  ]);
  expect(isMissing(await missing.catch((error: unknown) => error))).toBe(true);
  expect(await db.thread.count()).toBe(1);

  const done = await writeInOrder(db, [
    { statement: insert, values: values("t_2") },
    { statement: rename, values: ["Churn", "t_2"], written: true },
  ]);
  expect(done[1]).toEqual([{ title: "Churn" }]);
  await close();
});
