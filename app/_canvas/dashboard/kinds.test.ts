import { expect, test } from "vitest";
import { kindOf } from "@/app/_canvas/dashboard/kinds";

const columns = (shape: Record<string, string>) =>
  Object.entries(shape).map(([name, type]) => ({ name, type }));

test.each([
  ["line", { month: "DATE", revenue: "DECIMAL(18,2)" }],
  ["line", { month: "timestamp without time zone", region: "text", revenue: "numeric" }],
  ["line", { year: "INTEGER", revenue: "DOUBLE" }],
  ["bar", { region: "VARCHAR", churn: "DOUBLE", accounts: "BIGINT" }],
  ["number", { orders: "BIGINT" }],
  ["table", { id: "BIGINT", name: "VARCHAR" }],
  ["table", { name: "VARCHAR", city: "VARCHAR", plan: "VARCHAR", seats: "BIGINT" }],
  ["table", { at: "TIMESTAMP", who: "VARCHAR", what: "VARCHAR", seats: "BIGINT" }],
])("[D8] a query's rows begin as a %s when its columns are %j", (kind, shape) => {
  expect(kindOf(columns(shape))).toBe(kind);
});
