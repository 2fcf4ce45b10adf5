import { expect, test } from "vitest";
import { findEntries, libraryOf } from "./entries";

const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
const columns = [{ name: "region", type: "VARCHAR" }];
const entries = libraryOf(
  [
    { id: "d_1", title: "Churn", version: 3, updatedAt: at(2), widgetCount: 1 },
    { id: "d_2", title: "Churn", version: 1, updatedAt: at(4), widgetCount: 12 },
  ],
  [
    {
      ...{
        id: "q_1",
        title: "Lost accounts",
        description: "",
        sql: "select region from churned",
        sourceId: "s_1",
      },
      ...{ params: {}, columns, version: 1, createdAt: at(1), updatedAt: at(3) },
    },
  ],
  [
    {
      ...{ id: "s_1", title: "Sample", kind: "duckdb", generation: 1, createdAt: at(1), updatedAt: at(1) },
      tables: [{ name: "churned", rowCount: 1_200, columns }],
    },
  ],
);
const found = (...asked: Parameters<typeof findEntries> extends [unknown, ...infer Rest] ? Rest : never) =>
  findEntries(entries, ...asked).map(({ kind, id }) => `${kind} ${id}`);

test("[C14] the library finds dashboards, queries and tables by name, column, SQL and id, the newest first", () => {
  expect(found("")).toEqual(["dashboard d_2", "query q_1", "dashboard d_1", "table s_1"]);
  expect(found("churn")).toEqual(["dashboard d_2", "query q_1", "dashboard d_1", "table s_1"]);
  expect(found("region")).toEqual(["query q_1", "table s_1"]);
  expect(found("CHURN dashboard")).toEqual(["dashboard d_2", "dashboard d_1"]);
  expect(found("d_1")).toEqual(["dashboard d_1"]);
  expect(found("churn", "query")).toEqual(["query q_1"]);
  expect(found("nothing like it")).toEqual([]);
  expect(entries.map(({ detail }) => detail)).toEqual([
    "12 widgets",
    "region",
    "1 widget",
    "1,200 rows in Sample",
  ]);
  expect(entries.map(({ search }) => search)).toEqual([
    ...["?board=d_2", "?query=q_1", "?board=d_1", "?source=s_1&table=churned"],
  ]);
});
