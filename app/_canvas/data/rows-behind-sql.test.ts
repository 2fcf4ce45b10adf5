import { expect, test } from "vitest";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { textBehind } from "@/app/_canvas/data/rows-behind-sql";

const behind = (sql: string, where: Mark["where"], params = {}) => {
  const text = textBehind(sql, { where }, params);
  return text && { ...text, sql: text.sql.replace(/\s+/g, " ").trim() };
};
const emea = [{ column: "region", cell: "EMEA" }];

test("[C14] the rows behind a group are those of its tables, by the same filters, that belong to it", () => {
  expect(
    behind(
      `select region, count(*) as n, sum(case when x then 1 end) from orders o
       where plan in ('from', 'group by') and day >= $since group by region having count(*) > $least order by 2 desc limit 5;`,
      emea,
      { since: "2026-01-01", least: 3, other: 1 },
    ),
  ).toEqual({
    sql: "select * from orders o where (plan in ('from', 'group by') and day >= $since ) and cast((region) as varchar) = $kaboo_mark_0",
    params: { since: "2026-01-01", kaboo_mark_0: "EMEA" },
  });
});

test("[C14] groups by an expression, an implicit name, NULL and a number; named subqueries stay", () => {
  expect(
    behind(
      `with m as (select * from t where a -- from
       ) select date_trunc('month', "at") as "Month of", o.size s, o."plan", count(*) from m o group by all`,
      [
        { column: "Month of", cell: "2026-01-01" },
        { column: "s", cell: 3 },
        { column: "plan", cell: null },
      ],
    )?.sql,
  ).toBe(
    `with m as (select * from t where a -- from ) select * from m o where cast((date_trunc('month', "at")) as varchar) = $kaboo_mark_0 and (o.size) = $kaboo_mark_1 and (o."plan") is null`,
  );
});

test("[C14] of a single number all rows it counts; of a row of a table only its groups", () => {
  expect(behind("select count(*) as n from orders", [])?.sql).toBe("select * from orders");
  const row = [...emea, { column: "n", cell: "12" }];
  expect(behind("select region, count(*) n from orders group by 1", row)?.params).toEqual({
    kaboo_mark_0: "EMEA",
  });
});

test("[C14] what isn't one grouped SELECT, or has no such group, has nothing behind it", () => {
  for (const sql of [
    "select region, amount from orders",
    "select region, count(*) from a group by 1 intersect select region, count(*) from b group by 1",
    "select region, count(*) from a group by 1 union all select region, n from b",
    "with recursive t as (select region, n from t) select region from t",
    "select t.region from (select region, count(*) as n from a group by 1) t join b using (region)",
    "select upper(region) as region from (select region, count(*) as n from a group by 1)",
    "select distinct region from orders",
    "select plan, count(*) from orders group by plan",
    "show tables",
    "select 1 as region",
  ])
    expect(behind(sql, emea), sql).toBeNull();
  expect(behind("select count(*) as region, plan from orders group by plan", emea)).toBeNull();
});

test("[C14] a grouping inside, that is only listed, ordered or cut off around it, is looked up where it stands", () => {
  const inside = "select * from orders where cast((area) as varchar) = $kaboo_mark_0";
  const head =
    "with by_region as (select area as region, count(*) as n from orders group by 1), x as (select 1)";
  expect(behind(`${head} select * from by_region order by n desc limit 10`, emea)?.sql).toBe(
    `${head} ${inside}`,
  );
  expect(
    behind(
      "select r.place as region, n * 2 as n from (select area as place, count(*) as n from orders group by all) as r where n > 3",
      [...emea, { column: "n", cell: 12 }],
    ),
  ).toEqual({ sql: inside, params: { kaboo_mark_0: "EMEA" } });
});

test("[C14] of a UNION each part is turned, its columns by their place", () => {
  const union = `select 'won' as what, count(*) as n from orders where day > $since
    union all select 'lost', count(*) from churn order by n limit 5`;
  const lost = [{ column: "what", cell: "lost" }];
  expect(behind(union, lost, { since: "2026-01-01" })).toEqual({
    sql:
      "select * from (select * from orders where (day > $since ) and cast(('won') as varchar) = $kaboo_mark_0 ) as part_0" +
      " union all by name select * from (select * from churn where cast(('lost') as varchar) = $kaboo_mark_1 ) as part_1",
    params: { since: "2026-01-01", kaboo_mark_0: "lost", kaboo_mark_1: "lost" },
  });
});
