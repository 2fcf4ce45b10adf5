import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sources } from "@/lib/sources/sources";
import { openTestSources } from "@/lib/sources/testing/test-sources";

let opened: ReturnType<typeof openTestSources>;
let sources: Sources;
const me = "local";

beforeAll(() => {
  // A clock that never shows the same time twice, so that equal times mean the same reading.
  let milliseconds = Date.UTC(2026, 0, 1);
  opened = openTestSources({ now: () => new Date(milliseconds++) });
  sources = opened.sources;
});

afterAll(() => opened.close());

const valuesOf = async (sql: string) => (await sources.run(me, { sql })).rows;

test("[Q1] every owner begins with the sample company as the source that is meant when none is named", async () => {
  const [listed, again] = await Promise.all([sources.list(me), sources.list(me)]);
  expect(again).toEqual(listed);
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ title: "Sample company", kind: "duckdb", generation: 0 });
  expect(listed[0]?.tables.map((table) => table.name).sort()).toEqual([
    "accounts",
    "mrr_monthly",
    "orders",
    "subscriptions",
    "tickets",
    "usage_daily",
  ]);
  expect(await sources.defaultSource(me)).toEqual(listed[0]);
  expect(await sources.get(me, listed[0]?.id ?? "")).toEqual(listed[0]);
});

test("[S7] a source of another owner isn't found", async () => {
  const mine = await sources.defaultSource(me);
  const theirs = await sources.defaultSource("somebody");
  expect(theirs.id).not.toBe(mine.id);
  await expect(sources.get(me, theirs.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(sources.run(me, { sql: "select 1", sourceId: theirs.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(sources.list("")).rejects.toMatchObject({ code: "internal" });
});

test("[Q1] the sample has a story: prices rise in LATAM, tickets first, then customers leave", async () => {
  const churned = await valuesOf(
    "select region from subscriptions group by region order by avg(churned::int) desc limit 1",
  );
  expect(churned).toEqual([["LATAM"]]);
  const [tickets] = await valuesOf(
    `select count(*) filter (opened_at >= '2025-06-01' and opened_at < '2025-07-01') >
      1.5 * count(*) filter (opened_at >= '2025-05-01' and opened_at < '2025-06-01') from tickets where region = 'LATAM'`,
  );
  expect(tickets).toEqual([true]);
  const [before, after] = await valuesOf(
    `select avg((movement = 'churn')::int) from mrr_monthly where region = 'LATAM'
      and month between '2025-01-01' and '2025-11-01' group by month >= '2025-07-01' order by month >= '2025-07-01'`,
  );
  expect(Number(after?.[0])).toBeGreaterThan(2 * Number(before?.[0]));
  expect(
    await valuesOf(
      "select churn_reason from subscriptions where region = 'LATAM' and ended_on between '2025-07-01' and '2025-11-30' group by 1 order by count(*) desc limit 1",
    ),
  ).toEqual([["Price"]]);
});

test("[Q1] the sample is the same wherever it is made", async () => {
  const sums = await valuesOf(
    `select (select sum(revenue) from orders), (select sum(mrr) from mrr_monthly),
      (select sum(first_response_minutes) from tickets), (select sum(api_calls) from usage_daily)`,
  );
  expect(sums).toMatchInlineSnapshot(`
    [
      [
        "5600784.00",
        "12192181.00",
        "2435055",
        "215855926",
      ],
    ]
  `);
});

test("[Q3] rows name their source and as of when they are", async () => {
  const answer = await sources.run(me, {
    sql: "select plan, sum(revenue) as revenue from orders group by 1",
  });
  expect(answer.columns).toEqual([
    { name: "plan", type: "VARCHAR" },
    { name: "revenue", type: "DECIMAL(38,2)" },
  ]);
  expect(answer.sourceId).toBe((await sources.defaultSource(me)).id);
  expect(answer.asOf).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("[Q4] checking a query tells its columns and parameters; one that doesn't run is refused with the place", async () => {
  const checked = await sources.check(me, {
    sql: "select region, count(*) as n from orders where plan = $plan group by 1",
  });
  expect(checked).toMatchObject({
    columns: [
      { name: "region", type: "VARCHAR" },
      { name: "n", type: "BIGINT" },
    ],
    params: ["plan"],
    tables: ["orders"],
  });
  await expect(sources.check(me, { sql: "select regiom from orders" })).rejects.toMatchObject({
    code: "bad_input",
    details: { position: 7, line: 1, column: 8 },
  });
  await expect(sources.check(me, { sql: "select 'x'::int from orders" })).rejects.toMatchObject({
    code: "bad_input",
  });
});

test("[Q6] rows are kept until query, parameters or data change, unless the query asks what time it is", async () => {
  const asOf = async (sql: string, params = {}) => (await sources.run(me, { sql, params })).asOf;
  const sql = "select count(*) from orders where region = $region";
  const first = await asOf(sql, { region: "EMEA" });
  expect(await asOf(sql, { region: "EMEA" })).toBe(first);
  expect(await asOf(sql, { region: "APAC" })).not.toBe(first);
  const now = "select now() as now, count(*) from orders";
  expect(await asOf(now)).not.toBe(await asOf(now));
});

test("[Q6] rows that a check has read needn't be read again", async () => {
  const sql = "select plan, count(*) from tickets where region = $region group by 1";
  await sources.check(me, { sql, params: { region: "EMEA" } });
  const [one, other] = [
    await sources.run(me, { sql, params: { region: "EMEA" } }),
    await sources.run(me, { sql, params: { region: "EMEA" } }),
  ];
  expect(one.rows).toBe(other.rows);
});

test("[Q4] a table is described by ranges, distinct values and the most frequent ones", async () => {
  const described = await sources.describeTable(me, undefined, "Subscriptions");
  const column = (name: string) => described.columns.find((each) => each.name === name);
  expect(described).toMatchObject({ table: "subscriptions", rowCount: 400 });
  expect(column("region")).toMatchObject({
    distinct: 4,
    nullShare: 0,
    samples: expect.arrayContaining(["LATAM"]),
  });
  expect(column("churned")).toMatchObject({ type: "BOOLEAN", distinct: 2, min: "false", max: "true" });
  expect(column("ended_on")?.nullShare).toBeGreaterThan(0.3);
  expect(column("started_on")?.max).toMatch(/^2026-/);
  await expect(sources.describeTable(me, undefined, "nowhere")).rejects.toThrow("Tables here: accounts");
});
