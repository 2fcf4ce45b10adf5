import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type Db, openPostgres } from "@/lib/db/client";
import { readTogether } from "@/lib/db/read";
import { type CutProxy, openCutProxy } from "@/lib/db/testing/cut-proxy";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { writeAll, writeSurely } from "@/lib/db/write";

/** The project of the other database has nothing to see here. */
const elsewhere = inject("databaseKind") !== "postgresql";

let database: TestDatabase;
let proxy: CutProxy;
let db: Db;

beforeEach(async () => {
  database = openTestDatabase("postgresql");
  const url = new URL(database.url ?? "");
  proxy = await openCutProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  db = openPostgres(url.href);
});

afterEach(async () => {
  await db.$disconnect();
  await proxy.close();
  await database.close();
});

const row = (seq: number) => ({ threadId: "t_1", seq, runId: "r_1", type: "CUSTOM", payload: { seq } });
const insert = (seq: number) => db.runEvent.create({ data: row(seq) });
const has = async (seq: number) => (await database.db.runEvent.count({ where: { seq } })) > 0;

test.skipIf(elsewhere)(
  "[R3] while the database is away statements wait for it, transactions too",
  async () => {
    expect(await db.run.count()).toBe(0);
    await proxy.cut();
    const waiting = [
      writeSurely(
        () => insert(1),
        () => has(1),
      ),
      db.runEvent.count(),
      writeSurely(
        () => writeAll(db, () => [insert(2), insert(3)]),
        () => has(2),
      ),
      readTogether(db, [db.thread.count(), db.run.count()]),
    ];
    setTimeout(() => void proxy.mend(), 300);
    await Promise.all(waiting);
    expect(await db.runEvent.count()).toBe(3);
  },
);

test.skipIf(elsewhere)("[R3] whichever moment a connection breaks in, a write happens once", async () => {
  let next = 0;
  // A new connection takes about ten pieces, a statement two.
  let pieces = 20;
  proxy.breakAfter(() => {
    pieces = 20 + ((pieces + 7) % 43);
    return pieces;
  });
  const workers = Array.from({ length: 4 }, async () => {
    for (let seq = ++next; seq <= 60; seq = ++next) {
      const own = seq;
      await writeSurely<unknown>(
        async () => (own % 2 ? insert(own) : writeAll(db, () => [insert(own), insert(own + 1_000)])),
        () => has(own),
      );
      await readTogether(db, [db.runEvent.count(), db.run.count()]);
    }
  });
  await Promise.all(workers);
  expect(await database.db.runEvent.count()).toBe(90);
});
