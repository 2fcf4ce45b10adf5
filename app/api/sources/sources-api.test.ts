import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as runSql } from "@/app/api/queries/run/route";
import { POST as fetchRows } from "@/app/api/rows/route";
import {
  GET as describeTable,
  DELETE as removeTable,
} from "@/app/api/sources/[sourceId]/tables/[table]/route";
import { GET as listSources } from "@/app/api/sources/route";
import { POST as upload } from "@/app/api/sources/upload/route";
import { AppError } from "@/lib/shared/app-error";
import { Source } from "@/lib/sources/schema";
import { openTestSources } from "@/lib/sources/testing/test-sources";

// Each import takes processes of its own: on a busy machine that adds up.
vi.setConfig({ testTimeout: 90_000 });

let opened: ReturnType<typeof openTestSources>;
const saved = {
  id: "q_1",
  sql: "select plan, count(*)::int as n from orders where region = $region group by 1",
  params: { region: "EMEA" },
};

// The composition root alone is another one: real sources on a folder of their own, and one saved query.
vi.mock("@/lib/agents/runtime", () => ({
  runtime: () => ({
    sources: opened.sources,
    queries: {
      async get(ownerId: string, queryId: string) {
        if (queryId !== saved.id) throw new AppError("not_found", `There is no query ${queryId}.`);
        return { ...saved, sourceId: (await opened.sources.defaultSource(ownerId)).id };
      },
    },
  }),
}));

beforeAll(() => {
  opened = openTestSources();
});
afterAll(() => opened.close());

const none = { params: Promise.resolve({}) };
const headers = { host: "localhost:3000" };
const url = "http://localhost:3000/api/sources";
const post = (body: unknown) =>
  new Request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

function form(name: string, content: string): Request {
  const body = new FormData();
  body.append("file", new File([content], name));
  return new Request(url, { method: "POST", headers, body });
}

test("[A2] a file that is posted answers with its source, table, columns and rows, and is listed", async () => {
  const response = await upload(form("Team goals.csv", "team,goal\nred,3\nblue,4\n"), none);
  expect(response.status).toBe(201);
  const made = await response.json();
  expect(made).toMatchObject({
    table: "team_goals",
    rowCount: 2,
    columns: [
      { name: "team", type: "VARCHAR" },
      { name: "goal", type: "BIGINT" },
    ],
  });
  const { sources } = await (await listSources(new Request(url, { headers }), none)).json();
  expect(
    Source.array()
      .parse(sources)[0]
      ?.tables.map(({ name }) => name),
  ).toContain("team_goals");
  const place = { params: Promise.resolve({ sourceId: made.sourceId, table: "team_goals" }) };
  const described = await (await describeTable(new Request(url, { headers }), place)).json();
  expect(described).toMatchObject({
    table: "team_goals",
    columns: [{ distinct: 2 }, { min: "3", max: "4" }],
  });
  const removed = await (await removeTable(new Request(url, { method: "DELETE", headers }), place)).json();
  expect(Source.parse(removed).tables.map(({ name }) => name)).not.toContain("team_goals");
});

test("[S4] a file that can't be a table is a readable problem", async () => {
  const response = await upload(form("x.csv", ""), none);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ detail: "The file is empty." });
});

test("[A2] a batch answers one line of JSON for each item", async () => {
  const items = [
    { queryId: "q_1", params: { region: "LATAM", other: 1 } },
    { queryId: "q_2" },
    { queryId: "q_1" },
  ];
  const response = await fetchRows(post({ items }), none);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  const answers = lines.map((line) => JSON.parse(line)).sort((one, other) => one.index - other.index);
  expect(answers).toEqual([
    {
      index: 0,
      columns: [
        { name: "plan", type: "VARCHAR" },
        { name: "n", type: "INTEGER" },
      ],
      rows: expect.any(Array),
      truncated: false,
      asOf: expect.any(String),
    },
    { index: 1, error: { message: "There is no query q_2." } },
    expect.objectContaining({ index: 2, truncated: false }),
  ]);
});

test("[Q4] SQL that is wrong is a problem with its place", async () => {
  const answered = await runSql(post({ sql: "select $a as a", params: { a: 1 }, limit: 5 }), none);
  expect(await answered.json()).toMatchObject({ rows: [[1]] });
  const refused = await runSql(post({ sql: "select *\nfrom nowhere" }), none);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ position: 14, line: 2, column: 6 });
});
