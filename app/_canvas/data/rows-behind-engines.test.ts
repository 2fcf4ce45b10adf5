import { afterAll, beforeAll, expect, test } from "vitest";
import { textBehind } from "@/app/_canvas/data/rows-behind-sql";
import { openPostgresSource } from "@/lib/sources/testing/postgres-source";

let db: Awaited<ReturnType<typeof openPostgresSource>>;
beforeAll(async () => {
  db = await openPostgresSource();
});
afterAll(() => db.close());

/** Its first mark's group has as many rows behind it, by the engine, as the query itself counts. */
const texts = {
  duckdb: [
    "select region, count(*) as n from orders where discount_percent >= $least group by region order by n desc limit 3",
    "with monthly as (select date_trunc('month', ordered_at) as month, count(*) as n from orders group by all) select * from monthly order by month",
    "select region, count(*) as n from orders group by 1 union all select plan, count(*) from accounts group by 1",
    "select * from (select region, cast(discount_percent as double) as discount, count(*) as n from orders group by all) order by n desc",
  ],
  postgres: [
    "select region, count(*) as n from orders where amount > $least group by region order by n desc limit 3",
    "with by_region as (select region, amount > 50 as large, count(*) as n from orders group by 1, 2) select * from by_region order by n desc",
    "select region, count(*) as n from orders where amount < 50 group by 1 union all select region, count(*) from orders where region = 'none' group by 1",
    "select date_trunc('month', timestamp '2026-01-01' + id * interval '1 day') as month, count(*) as n from orders group by 1 order by 1 limit 2",
  ],
};

test.each(["duckdb", "postgres"] as const)(
  "[C14] [Q1] the rows behind a mark are as many as its query counts, on %s, whatever stands around the grouping",
  async (kind) => {
    const [embedded] = await db.sources.list("local");
    const sourceId = kind === "postgres" ? db.source.id : embedded?.id;
    for (const sql of texts[kind]) {
      const params = sql.includes("$least") ? { least: 5 } : {};
      const result = await db.sources.run("local", { sql, params, sourceId });
      const [row = []] = result.rows;
      const where = result.columns.map(({ name }, at) => ({ column: name, cell: row[at] ?? null }));
      const behind = textBehind(sql, { where }, params, kind);
      expect(behind, sql).not.toBeNull();
      const found = await db.sources.run("local", {
        ...behind,
        sql: behind?.sql ?? "",
        sourceId,
        limit: 100_000,
      });
      const n = where.find(({ column }) => column === "n")?.cell;
      expect(String(found.rows.length), behind?.sql).toBe(String(n));
    }
  },
);
