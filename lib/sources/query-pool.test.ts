import { afterEach, expect, test, vi } from "vitest";
import { openFilePool } from "@/lib/sources/file-place";
import { defaultLimits, type QueryLimits } from "@/lib/sources/limits";
import type { QueryPool } from "@/lib/sources/query-pool";
import { makeRowsFile } from "@/lib/sources/testing/rows-file";

// Processes are started and killed here: on a busy machine that adds up.
vi.setConfig({ testTimeout: 60_000 });

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openPool(limits: Partial<QueryLimits> = {}, size = 2): Promise<QueryPool> {
  const rows = await makeRowsFile();
  const pool = openFilePool(rows.file, { ...defaultLimits, ...limits }, size);
  ends.push(rows.remove, pool.close);
  return pool;
}

const job = (sql: string) => ({ sql, params: {}, offered: {}, missing: "refuse" as const, limit: 10 });
const endless = job("with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t");
const deaf = job("select length(lpad('x', 2000000000, 'y'))");

test("[Q2] more queries than workers wait their turn", async () => {
  const pool = await openPool();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => pool.run(job(`select ${n} as n`))));
  expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test("[Q2] a reader who leaves stops the query, under way or waiting", async () => {
  const pool = await openPool({}, 1);
  await pool.run(job("select 1"));
  const leaving = new AbortController();
  const running = pool.run(endless, leaving.signal);
  const waiting = pool.run(job("select 2"), leaving.signal);
  const staying = pool.run(job("select 3 as n"));
  leaving.abort();
  const cancelled = { status: "rejected", reason: { code: "cancelled" } };
  expect(await Promise.allSettled([running, waiting])).toMatchObject([cancelled, cancelled]);
  expect((await staying).rows).toEqual([[3]]);
  await expect(pool.run(job("select 1"), leaving.signal)).rejects.toMatchObject({ code: "cancelled" });
});

test("[Q2] an engine that doesn't listen is killed and replaced", async () => {
  const pool = await openPool({ timeoutMs: 300 }, 1);
  await expect(pool.run(deaf)).rejects.toMatchObject({ code: expect.stringMatching(/timeout|bad_input/) });
  expect((await pool.run(job("select 4 as n"))).rows).toEqual([[4]]);
});

test("[Q2] a query that takes too much memory is stopped with what to do", async () => {
  const pool = await openPool({ memoryMb: 64 }, 1);
  await expect(
    pool.run(job("select a.range from range(20000000) a order by hash(a.range) limit 3000000")),
  ).rejects.toThrow(/memory/);
  expect((await pool.run(job("select 5 as n"))).rows).toEqual([[5]]);
});

test("[Q2] a process over its memory cap ends, and so does its query alone", async () => {
  const pool = await openPool({ processMb: 400 }, 1);
  await expect(pool.run(deaf)).rejects.toThrow(/memory|longer/);
  expect((await pool.run(job("select 6 as n"))).rows).toEqual([[6]]);
});

test("[Q2] a file that can't be opened fails each query with a reason", async () => {
  const pool = openFilePool("nowhere/rows.duckdb", defaultLimits);
  ends.push(pool.close);
  await expect(pool.run(job("select 1"))).rejects.toMatchObject({ code: "unavailable" });
});

test("[Q6] an older generation answers what it was asked before it closes", async () => {
  const pool = await openPool();
  const asked = Array.from({ length: 6 }, (_, n) => pool.run(job(`select ${n} as n`)));
  const drained = pool.drain();
  expect((await Promise.all(asked)).map(({ rows }) => rows[0]?.[0])).toEqual([0, 1, 2, 3, 4, 5]);
  await drained;
  await expect(pool.run(job("select 1"))).rejects.toMatchObject({ code: "unavailable" });
});
