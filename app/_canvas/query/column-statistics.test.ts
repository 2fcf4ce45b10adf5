import { expect, test } from "vitest";
import { columnStatistics } from "@/app/_canvas/query/column-statistics";
import { formatSql } from "@/app/_canvas/query/format-sql";
import { keepRun, readRuns } from "@/app/_canvas/query/run-history";

test("[Q5] a result's columns tell NULLs, distinct values, range and mean, numbers by size and days by time", () => {
  const columns = [
    { name: "n", type: "BIGINT" },
    { name: "day", type: "DATE" },
    { name: "word", type: "VARCHAR" },
    { name: "tags", type: "VARCHAR[]" },
  ];
  const rows = [
    ["9", "2026-01-31", "b", ["x"]],
    ["10", "2025-12-31", "a", ["x"]],
    [null, null, null, null],
    ["-2", "2026-01-31", "b", []],
  ];
  expect(columnStatistics({ columns, rows, truncated: false })).toMatchObject([
    { name: "n", nulls: 1, distinct: 3, least: "-2", greatest: "10", mean: 17 / 3 },
    { name: "day", nulls: 1, distinct: 2, least: "2025-12-31", greatest: "2026-01-31", mean: null },
    { name: "word", nulls: 1, distinct: 2, least: "a", greatest: "b" },
    { name: "tags", nulls: 1, distinct: 2, least: null, greatest: null },
  ]);
});

test("[Q5] a text is laid out anew with its words, values and $names as they are", () => {
  const laidOut = formatSql("select a,'x  Y' as b from t where c=$name and d in ($1) -- why", "duckdb");
  expect(laidOut.split("\n").length).toBeGreaterThan(4);
  expect(laidOut.replace(/\s+/g, "")).toBe("selecta,'xY'asbfromtwherec=$nameanddin($1)--why");
  expect(laidOut).toContain("'x  Y'");
  expect(() => formatSql("select (", "postgres")).toThrow();
});

test("[Q5] the latest fifty runs are kept, the newest first, each text once", () => {
  const run = (sql: string, at: number) => ({ sql, sourceId: "s_1", at, rows: 1, tookMs: 2 });
  let kept = readRuns(null);
  for (let at = 0; at < 60; at++) kept = keepRun(kept, run(`select ${at}`, at));
  kept = keepRun(kept, run("select 30", 99));
  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatchObject({ sql: "select 30", at: 99 });
  expect(kept.filter(({ sql }) => sql === "select 30")).toHaveLength(1);
  expect(readRuns(JSON.stringify(kept))).toEqual(kept);
  expect(readRuns("not JSON")).toEqual([]);
});
