import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/shared/app-error";
import { rowsLines, streamLines } from "@/lib/sources/rows-lines";
import type { RunRequest } from "@/lib/sources/run-query";
import type { Params, RowsLine } from "@/lib/sources/schema";
import { openTestSources } from "@/lib/sources/testing/test-sources";

let opened: ReturnType<typeof openTestSources>;
let sourceId: string;
const endless = "with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t";
const saved: Record<string, { sql: string; params: Params }> = {
  q_plan: { sql: "select plan, count(*)::int as n from orders group by 1 order by 1", params: {} },
  q_region: {
    sql: "select count(*)::int as n from orders where region = $region",
    params: { region: "EMEA" },
  },
  q_bad: { sql: "select nope from orders", params: {} },
  q_endless: { sql: endless, params: {} },
};

beforeAll(async () => {
  opened = openTestSources();
  sourceId = (await opened.sources.defaultSource("local")).id;
});

afterAll(() => opened.close());

function ports(signal = new AbortController().signal) {
  return {
    find: async (queryId: string) => {
      const query = saved[queryId];
      if (!query) throw new AppError("not_found", `There is no query ${queryId}.`);
      return { ...query, sourceId };
    },
    run: (request: RunRequest) => opened.sources.run("local", request),
    signal,
  };
}

async function collect(lines: AsyncGenerator<RowsLine>): Promise<RowsLine[]> {
  const all: RowsLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

test("[A2] each item gets one line of rows or of what went wrong", async () => {
  const items = [
    { queryId: "q_plan" },
    { queryId: "q_bad" },
    { queryId: "q_gone" },
    { queryId: "q_region", params: { region: "LATAM", period: "2025" } },
    { queryId: "q_region" },
  ];
  const lines = (await collect(rowsLines({ items }, ports()))).sort((one, other) => one.index - other.index);
  expect(lines).toMatchObject([
    { index: 0, columns: [{ name: "plan" }, { name: "n", type: "INTEGER" }], truncated: false },
    { index: 1, error: { message: expect.stringContaining('There is no column "nope" here.'), position: 7 } },
    { index: 2, error: { message: "There is no query q_gone." } },
    { index: 3, rows: [[expect.any(Number)]] },
    { index: 4, rows: [[expect.any(Number)]] },
  ]);
  expect(lines[3]).not.toMatchObject({ rows: (lines[4] as { rows?: unknown }).rows });
});

test("[Q6] fifty widgets come in one answer, each distinct query read once", async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({
    queryId: index % 2 ? "q_region" : "q_plan",
    params: { region: "APAC", unused: index },
  }));
  const lines = await collect(rowsLines({ items }, ports()));
  expect(lines).toHaveLength(50);
  const rows = new Set(lines.map((line) => ("rows" in line ? line.rows : line)));
  expect(rows.size).toBe(2);
});

test("[Q6] lines come as they finish, and a reader who goes away stops the rest", async () => {
  const stop = new AbortController();
  const items = [{ queryId: "q_endless" }, { queryId: "q_plan" }];
  const reader = streamLines(rowsLines({ items }, ports(stop.signal)), stop).getReader();
  const { value } = await reader.read();
  expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({ index: 1 });
  await reader.cancel();
  expect(stop.signal.aborted).toBe(true);
  // Both workers are free again: with one still busy these would wait for its deadline.
  const again = ["select 1 as a", "select 2 as a", "select 3 as a"].map((sql) =>
    opened.sources.run("local", { sql }),
  );
  expect((await Promise.all(again)).map(({ rows }) => rows)).toEqual([[[1]], [[2]], [[3]]]);
});
