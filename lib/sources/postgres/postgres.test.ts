import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { person } from "@/lib/changes/actor";
import type { AppError } from "@/lib/shared/app-error";
import type { Cell } from "@/lib/sources/schema";
import { openPostgresSource } from "@/lib/sources/testing/postgres-source";
import { readSqlCases } from "@/lib/sources/testing/sql-cases";

const me = "local";
let db: Awaited<ReturnType<typeof openPostgresSource>>;

beforeAll(async () => {
  db = await openPostgresSource();
});

afterAll(async () => {
  await db.close();
});

const ask = (sql: string, params = {}, signal?: AbortSignal) =>
  db.sources.run(me, { sourceId: db.source.id, sql, params, signal });
const refusalOf = (sql: string, params = {}) =>
  ask(sql, params).then(
    () => Promise.reject(new Error(`answered: ${sql}`)),
    (error: AppError) => error,
  );

test("[Q1] a PostgreSQL database is a source beside the embedded one, which stays the one meant when none is named", async () => {
  const [first, second] = await db.sources.list(me);
  expect(first).toMatchObject({ kind: "duckdb" });
  expect(second).toMatchObject({ id: db.source.id, kind: "postgres", title: "postgres" });
  expect(second?.tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ["orders", 90],
    ["other.sales", 10],
  ]);
  expect(second?.tables[0]?.columns[2]).toEqual({ name: "amount", type: "numeric(10,2)" });
  expect((await db.sources.run(me, { sql: "select count(*) from accounts" })).sourceId).toBe(first?.id);
});

test("[Q1] a table of a database is described as one of the embedded engine's is", async () => {
  const described = await db.sources.describeTable(me, db.source.id, "other.sales");
  expect(described.columns[1]).toMatchObject({
    name: "amount",
    distinct: 10,
    min: "2",
    max: "20",
    nullShare: 0,
  });
  const orders = await db.sources.describeTable(me, db.source.id, "orders");
  expect(orders.columns[1]?.samples).toEqual(["APAC", "EMEA", "LATAM"]);
});

test("[Q2] no hostile statement is answered on PostgreSQL, though its user could do everything", async () => {
  const cases = readSqlCases("hostile-postgres.txt");
  expect(cases.length).toBeGreaterThan(100);
  const before = await db.admin.query("select count(*), sum(amount) from orders");
  for (const { sql } of cases) {
    const refusal = await refusalOf(sql);
    expect(refusal.code, sql).toBe("bad_input");
    expect(refusal.message, sql).toMatch(/^[A-Z].{15,}/);
    expect(refusal.message, sql).not.toContain("xyzzy");
  }
  expect((await db.admin.query("select count(*), sum(amount) from orders")).rows).toEqual(before.rows);
}, 60_000);

test("[Q2] what a person may well type is answered on PostgreSQL", async () => {
  const answered = [
    "select count(*) from orders",
    "select region, sum(amount) as revenue, count(*) filter (where amount > 10) from orders group by 1 order by 2 desc",
    "with o as (select * from public.orders), big as (select * from o where amount > 50) select count(*) from big",
    "with recursive t(n) as (select 1 union all select n + 1 from t where n < 5) select * from t",
    "select * from other.sales s join orders o using (id) order by s.id limit 3",
    "select date_trunc('month', now()), extract(year from current_date), to_char(now(), 'YYYY')",
    "select string_agg(region, ',' order by region), array_agg(distinct region), percentile_cont(0.5) within group (order by amount) from orders",
    "select lag(amount) over w, row_number() over w from orders window w as (partition by region order by id)",
    "select n, random() from generate_series(1, 3) as n",
    "select * from orders tablesample bernoulli (50)",
    "select region, amount, grouping(region) from orders group by grouping sets ((region), (amount))",
    "select '{\"a\": [1, 2]}'::jsonb -> 'a' ->> 0, jsonb_build_object('a', 1), coalesce(null, 1), nullif(1, 2), greatest(1, 2)",
    "table orders",
    "values (1, 'a'), (2, 'b')",
    "select * from orders where region ilike 'e%' and amount between 1 and 50 and id = any(array[3, 6]);",
    "select case region when 'EMEA' then 1 else 2 end, amount::integer, cast(id as text) from orders",
    'select 1 -- $nothing\n, \'$nothing\', $$ $nothing $$, "region" as "$odd" from orders',
    "select * from json_table('[1,2]'::jsonb, '$[*]' columns (a int path '$'))",
  ];
  const refused = new Map<string, string>();
  for (const sql of answered) await ask(sql).catch((error: AppError) => refused.set(sql, error.message));
  // Newer than some servers.
  refused.delete(answered.at(-1) ?? "");
  expect(Object.fromEntries(refused)).toEqual({});
});

test("[D9] values are bound by name on PostgreSQL, each once however often it is named", async () => {
  const sql =
    "select count(*) from orders where region = $region and ($region <> 'x') and amount < $most and '$region' <> 'é' and id = any($ids)";
  const params = { region: "EMEA'; drop table orders --", most: 1_000, ids: [3, 6, 9] };
  expect((await ask(sql, params)).rows).toEqual([["0"]]);
  expect((await ask(sql, { ...params, region: "EMEA" })).rows).toEqual([["3"]]);
  expect((await refusalOf(sql, { region: "EMEA" })).message).toBe("Give a value for $most, $ids.");
  expect((await refusalOf("select 1", { more: 1 })).message).toContain("no parameter $more");
  expect(await db.sources.check(me, { sourceId: db.source.id, sql })).toMatchObject({
    params: ["region", "most", "ids"],
    columns: [{ name: "count", type: "bigint" }],
  });
});

test("[Q4] an error of PostgreSQL says where it is in the text that was written", async () => {
  const cases: [string, { position: number; line: number; column: number }][] = [
    ["selec 1", { position: 0, line: 1, column: 1 }],
    ["select\n  'é', nope\nfrom orders", { position: 14, line: 2, column: 8 }],
    ["select *\nfrom nowhere", { position: 14, line: 2, column: 6 }],
    ["select $a, nope from orders", { position: 11, line: 1, column: 12 }],
    ["select 'é', pg_sleep(1)", { position: 12, line: 1, column: 13 }],
  ];
  for (const [sql, details] of cases)
    expect((await refusalOf(sql, sql.includes("$a") ? { a: 1 } : {})).details, sql).toEqual(details);
});

test("[Q2] a query past its deadline, or whose reader leaves, ends on the server too", async () => {
  const endless = "select count(*) from generate_series(1, 100000) as n, generate_series(1, 100000) as m";
  const active = async () =>
    Number(
      (
        await db.admin.query(
          "select count(*) from pg_stat_activity where state = 'active' and application_name = 'Kaboo Canvas'",
        )
      ).rows[0].count,
    );
  const leaving = new AbortController();
  const left = ask(`${endless} where n > 1`, {}, leaving.signal).catch((error: AppError) => error.code);
  await expect.poll(active, { timeout: 10_000 }).toBe(1);
  leaving.abort();
  expect(await left).toBe("cancelled");
  await expect.poll(active, { timeout: 3_000 }).toBe(0);

  const late = refusalOf(endless);
  expect((await ask("select count(*) from orders where 1 = 1")).rows).toEqual([["90"]]);
  expect((await late).code).toBe("timeout");
  expect(await active()).toBe(0);
}, 30_000);

test("[Q2] a value too large for the worker ends that query alone", async () => {
  const refusal = await refusalOf("select repeat('x', 900000000)");
  expect(["bad_input", "timeout", "unavailable"]).toContain(refusal.code);
  expect((await db.sources.run(me, { sourceId: db.source.id, sql: "select 7 as n" })).rows).toEqual([[7]]);
}, 60_000);

test("[Q3] values of PostgreSQL arrive with nothing lost, under the server's own type names", async () => {
  const values: [expression: string, type: string, cell: Cell][] = [
    ["true", "boolean", true],
    ["null::integer", "integer", null],
    ["(-32768)::smallint", "smallint", -32_768],
    ["2147483647", "integer", 2_147_483_647],
    ["9007199254740993", "bigint", "9007199254740993"],
    ["1.10::numeric(5,2)", "numeric(5,2)", "1.10"],
    ["'NaN'::numeric", "numeric", "NaN"],
    ["0.1::float8", "double precision", 0.1],
    ["'Infinity'::float8", "double precision", "Infinity"],
    ["0.1::real", "real", 0.1],
    ["date '2025-07-31'", "date", "2025-07-31"],
    ["'infinity'::date", "date", "infinity"],
    ["timestamp '2025-07-31 12:34:56.789012'", "timestamp without time zone", "2025-07-31 12:34:56.789012"],
    ["timestamptz '2025-07-31 12:00+02'", "timestamp with time zone", "2025-07-31 10:00:00+00"],
    ["time '12:34:56'", "time without time zone", "12:34:56"],
    ["interval '1 mon 2 days 03:00'", "interval", "1 mon 2 days 03:00:00"],
    ["'0b0e6f5c-5f3c-4d9e-8f6e-1d2c3b4a5f6e'::uuid", "uuid", "0b0e6f5c-5f3c-4d9e-8f6e-1d2c3b4a5f6e"],
    ["'\\x00ff'::bytea", "bytea", "\\x00ff"],
    ["'{\"a\": 12345678901234567890}'::jsonb", "jsonb", '{"a": 12345678901234567890}'],
    ["array[1, null, 3]", "integer[]", [1, null, 3]],
    [
      "array[array['a', 'b,\"c'], array['NULL', '']]",
      "text[]",
      [
        ["a", 'b,"c'],
        ["NULL", ""],
      ],
    ],
    ["array[9007199254740993]", "bigint[]", ["9007199254740993"]],
    ["'é😀'::varchar(5)", "character varying(5)", "é😀"],
    ["int4range(1, 5)", "int4range", "[1,5)"],
    ["row(1, 'a')", "record", "(1,a)"],
  ];
  const answer = await ask(`select ${values.map(([expression], n) => `${expression} as c${n}`).join(", ")}`);
  expect(answer.columns.map(({ type }) => type)).toEqual(values.map(([, type]) => type));
  expect(answer.rows[0]).toEqual(values.map(([, , cell]) => cell));
});

test("[Q3] a big result comes through a cursor and ends at its limits", async () => {
  const answer = await db.sources.run(me, {
    sourceId: db.source.id,
    sql: "select n, n::text || repeat('x', 50) from generate_series(1, 5000000) as n",
    limit: 2_500,
  });
  expect(answer.rows.length).toBe(2_500);
  expect(answer.truncated).toBe(true);
  expect(answer.rows.at(-1)?.[0]).toBe(2_500);
});

test("[S5] a source's password is nowhere to be read: not in answers, the database's file, or errors", async () => {
  const { password } = db.server;
  expect(JSON.stringify(await db.sources.list(me))).not.toContain(password);
  for (const file of ["kaboo.db", "kaboo.db-wal"]) {
    const path = join(db.dataFolder, file);
    try {
      expect(readFileSync(path).includes(password)).toBe(false);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  const row = await db.db.source.findFirstOrThrow({ where: { id: db.source.id } });
  expect(JSON.stringify(row)).not.toContain(password);
  const gone = db.server.url.replace(/:\d+\//, ":1/");
  const error = await db.sources.inspect(me, { kind: "postgres", url: gone }).catch((each: AppError) => each);
  expect(error).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("Nothing answers at 127.0.0.1:1"),
  });
  expect(JSON.stringify(error)).not.toContain(password);
});

test("[Q1] what its user may do beyond reading is told before a database is connected", async () => {
  const strong = await db.sources.inspect(me, { kind: "postgres", url: db.server.url });
  expect(strong.warnings.join()).toContain("superuser");
  const weak = await db.sources.inspect(me, { kind: "postgres", url: db.readerUrl });
  expect(weak.warnings).toEqual([]);
  expect(weak.tables.map(({ schema, name }) => `${schema}.${name}`)).toEqual([
    "public.orders",
    "other.sales",
  ]);
  const wrong = db.readerUrl.replace("only-reads", "nothing");
  await expect(db.sources.inspect(me, { kind: "postgres", url: wrong })).rejects.toThrow(
    "user name and password",
  );
  const nowhere = db.readerUrl.replace("/postgres", "/nowhere");
  await expect(db.sources.inspect(me, { kind: "postgres", url: nowhere })).rejects.toThrow(
    "no database nowhere",
  );
});

test("[Q1] other tables, another user: a source changes, and what it no longer shows isn't answered", async () => {
  const { id } = await db.sources.connect(person(me), {
    kind: "postgres",
    url: db.server.url,
    tables: [{ schema: "public", name: "orders" }],
  });
  await db.sources.run(me, { sourceId: id, sql: "select * from orders" });
  const edited = await db.sources.reconnect(person(me), id, {
    title: "Sales",
    url: db.readerUrl,
    tables: [{ schema: "other", name: "sales" }],
  });
  expect(edited).toMatchObject({ title: "Sales", generation: 2 });
  await expect(db.sources.run(me, { sourceId: id, sql: "select * from orders" })).rejects.toThrow("no table");
  expect((await db.sources.run(me, { sourceId: id, sql: "select count(*) from other.sales" })).rows).toEqual([
    ["10"],
  ]);
  await expect(
    db.sources.reconnect(person(me), id, { tables: [{ schema: "public", name: "secret" }] }),
  ).rejects.toThrow("no table public.secret that this user may read");
  await db.sources.disconnect(person(me), id);
  await expect(db.sources.run(me, { sourceId: id, sql: "select 1" })).rejects.toMatchObject({
    code: "not_found",
  });
  const row = await db.db.source.findFirstOrThrow({ where: { id } });
  expect(row.config).toEqual({});
});

test("[S7] another owner's database is not found", async () => {
  const theirs = { sourceId: db.source.id, sql: "select 1" };
  await expect(db.sources.run("someone", theirs)).rejects.toMatchObject({ code: "not_found" });
  await expect(db.sources.reconnect(person("someone"), db.source.id, { title: "x" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(db.sources.disconnect(person("someone"), db.source.id)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("[Q1] a connected database is looked at again without its address, and its tables chosen anew", async () => {
  const seen = await db.sources.inspect(me, { kind: "postgres", sourceId: db.source.id });
  expect(seen.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["orders", "sales"]));
  const asked = { kind: "postgres" as const, sourceId: db.source.id };
  await expect(db.sources.inspect("someone", asked)).rejects.toMatchObject({ code: "not_found" });
});

const openssl = spawnSync("openssl", ["version"]).status === 0;

test.skipIf(!openssl)(
  "[Q1] the way to a database is encrypted, and its certificate counts unless the address says otherwise",
  async () => {
    const { rows } = await db.admin.query("select setting from pg_settings where name = 'data_directory'");
    const folder = String(rows[0]?.setting);
    const certificate = join(folder, "server.crt");
    const key = join(folder, "server.key");
    const subject = ["-subj", "/CN=kaboo-test", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
    const made = spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      certificate,
      ...subject,
    ]);
    expect(made.status).toBe(0);
    const { uid, gid } = statSync(folder);
    for (const file of [certificate, key]) chownSync(file, uid, gid);
    chmodSync(key, 0o600);
    await db.admin.query("alter system set ssl = on");
    await db.admin.query("select pg_reload_conf()");
    const inspect = (mode: string) =>
      db.sources.inspect(me, { kind: "postgres", url: `${db.server.url}?sslmode=${mode}` });
    // The server takes a moment to read its settings anew.
    await expect
      .poll(() =>
        inspect("no-verify").then(
          () => "open",
          (error: AppError) => error.message,
        ),
      )
      .toBe("open");
    for (const mode of ["require", "verify-ca", "verify-full"])
      await expect(inspect(mode)).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/certificate of 127\.0\.0\.1 isn't trusted here/),
      });
    vi.stubEnv("NODE_EXTRA_CA_CERTS", certificate);
    try {
      expect((await inspect("verify-full")).address).toContain("127.0.0.1");
    } finally {
      vi.unstubAllEnvs();
      await db.admin.query("alter system set ssl = off");
      await db.admin.query("select pg_reload_conf()");
    }
  },
);
