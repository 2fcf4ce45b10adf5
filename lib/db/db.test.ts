import { expect, test } from "vitest";
import { openPostgres, preparePostgres } from "@/lib/db/client";
import { openTestDatabase } from "@/lib/db/testing/databases";

const at = new Date("2026-11-30T10:00:00.123Z");
const thread = (id: string, state: object = {}) => ({
  id,
  ownerId: "ada",
  state,
  browserState: {},
  createdAt: at,
  updatedAt: at,
});

test("[N2] a database keeps what it is given, and text that no database takes is mended", async () => {
  const { db, close } = openTestDatabase();
  const odd = { nul: "a\u0000b", half: "\ud800x", whole: "😀", back: "\\u0000", deep: [{ "k\u0000": 1 }] };
  await db.thread.create({ data: { ...thread("t_1", odd), title: "no\u0000title" } });
  const mended = {
    nul: "a\ufffdb",
    half: "\ufffdx",
    whole: "😀",
    back: "\\u0000",
    deep: [{ "k\ufffd": 1 }],
  };
  expect(await db.thread.findUnique({ where: { id: "t_1" } })).toMatchObject({
    state: mended,
    title: "no\ufffdtitle",
    createdAt: at,
  });
  await expect(db.thread.create({ data: thread("t_1") })).rejects.toMatchObject({ code: "P2002" });
  await db
    .$transaction([db.thread.create({ data: thread("t_2") }), db.thread.create({ data: thread("t_1") })])
    .catch(() => {});
  expect(await db.thread.count()).toBe(1);
  await close();
});

test("[N2] servers that start together on one PostgreSQL database migrate it once", async () => {
  const { url = "", close } = openTestDatabase("postgresql");
  await Promise.all(Array.from({ length: 4 }, () => preparePostgres(url)));
  const db = openPostgres(url);
  expect(await db.run.count()).toBe(0);
  await db.$disconnect();
  await close();
  await expect(preparePostgres("mysql://localhost/x")).rejects.toThrow(/PostgreSQL/);
});
