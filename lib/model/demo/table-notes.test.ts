import { expect, test } from "vitest";
import { resolve } from "@/lib/model/demo/resolve";
import { TableNotes } from "@/lib/model/demo/table-notes";
import { writeSql } from "@/lib/model/demo/write-sql";

const head = `Metrics; asked for one by name, compute it so and write it in its format:
"Net revenue": "sum(amount) - sum(\\"refund\\")" of table "sales" in s_1, "without \\"returns\\"", format currency
Data sources (DuckDB SQL); the first is meant when none is named:
s_1 "Files"
  table "sales", 5000 rows: "region" VARCHAR, "amount" DOUBLE, "refund" DOUBLE, "sold_on" DATE
  table "coffee", 12 rows: "region" VARCHAR, "amount" DOUBLE, "c_2024_total" DOUBLE
s_2 "Shop" (PostgreSQL SQL)
  table "visits", 900 rows: "page" text, "minutes" double precision, "bounced" boolean, "seen_at" timestamp`;

function sqlFor(measure: string[], by: string[][], told = head) {
  const notes = new TableNotes();
  notes.readText(told);
  const found = resolve({ measure, by }, notes.list());
  if (found.kind !== "found") throw new Error(found.kind);
  const { metric, dimensions } = found.resolved;
  return {
    label: metric.label,
    sql: writeSql(metric, dimensions, { order: "value" }).sql.replaceAll("\n", " "),
  };
}

test("[T6] what the message points at is meant, such as a file that was just dropped", () => {
  expect(sqlFor(["amount"], [["region"]]).sql).toContain("from sales");
  const dropped = `${head}\nThe message refers to these (@):\ntable coffee "coffee": of s_1, 12 rows, columns "region" VARCHAR`;
  expect(sqlFor(["amount"], [["region"]], dropped).sql).toContain("from coffee");
  // Unless only another one has what is asked for.
  expect(sqlFor(["refund"], [["region"]], dropped).sql).toContain("from sales");
});

test("[T6] a metric that people have named is computed as they say", () => {
  expect(sqlFor(["net", "revenue"], [["region"]])).toEqual({
    label: "Net revenue",
    sql: expect.stringContaining('(sum(amount) - sum("refund")) as net_revenue from sales'),
  });
});

test("[T6] PostgreSQL is asked in its own words", () => {
  expect(sqlFor(["median", "minutes"], [["page"]]).sql).toContain(
    "round((percentile_cont(0.5) within group (order by minutes))::numeric, 2)",
  );
  expect(sqlFor(["bounced", "rate"], [["page"]]).sql).toContain(
    "round(1.0 * count(*) filter (where bounced)",
  );
  expect(sqlFor(["refund"], [["region"]]).sql).toContain("round(sum(refund), 2)");
});

test("[T6] a name that reads like nothing is written as it is", () => {
  expect(sqlFor(["average", "c", "2024", "total"], [["region"]]).label).toBe("average of c_2024_total");
});
