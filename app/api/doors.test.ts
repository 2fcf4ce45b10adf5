import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PATCH as editKnowledge } from "@/app/api/knowledge/route";
import { PATCH as editQuery } from "@/app/api/queries/[id]/route";
import { POST as saveQuery } from "@/app/api/queries/route";
import { POST as runSql } from "@/app/api/queries/run/route";
import { POST as fetchRows } from "@/app/api/rows/route";
import { byRegion } from "@/lib/agents/testing/open-test-services";
import { DashboardFile } from "@/lib/dashboards/schema";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { openTestEndpoint } from "@/lib/mcp/testing/open-test-endpoint";
import { readSqlCases } from "@/lib/sources/testing/sql-cases";
import { small } from "@/lib/sources/testing/test-sources";

vi.setConfig({ testTimeout: 120_000 });

let kaboo: Awaited<ReturnType<typeof openTestEndpoint>>;
vi.mock("@/lib/agents/runtime", () => ({ runtime: () => kaboo }));

const list = readSqlCases("hostile-sql.txt").filter(({ kind }) => kind !== "bomb");
const own = readSqlCases("more-hostile-sql.txt").filter(({ kind }) => kind !== "bomb");
const hostile = [...list, ...own].map(({ sql }) => sql);

let client: Awaited<ReturnType<typeof kaboo.connect>>;
let saved: Awaited<ReturnType<typeof kaboo.saveQuery>>;
let boardFile: DashboardFile;

beforeAll(async () => {
  kaboo = await openTestEndpoint();
  client = await kaboo.connect("Another assistant");
  saved = await kaboo.saveQuery();
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  await kaboo.dashboards.addWidgets(kaboo.me, id, [{ title: "Bars", kind: "bar", queryId: saved.id }]);
  boardFile = DashboardFile.parse(JSON.parse(JSON.stringify(await kaboo.dashboards.exportFile("local", id))));
});
afterAll(() => kaboo.close());

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

async function send(handler: unknown, method: string, body: unknown, params: Record<string, string> = {}) {
  const headers = { host: "localhost:3000", "content-type": "application/json", "if-match": '"1"' };
  const request = new Request("http://localhost:3000/api", { method, headers, body: JSON.stringify(body) });
  return (handler as Handler)(request, { params: Promise.resolve(params) as Promise<never> });
}

const refusedByRoute = async (answer: Promise<Response>) => (await answer).status === 400;
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error) => error.code === "bad_input",
  );

/** Queries whose text came past every check, as a copied database's could, by statement. */
async function smuggle(): Promise<string[]> {
  const row = await kaboo.db.query.findUniqueOrThrow({ where: { id: saved.id } });
  const { columns, params, ...rest } = row;
  const data = hostile.map((sql, index) => ({
    ...{ ...rest, id: `q_smuggled_${index}`, sql },
    ...{ columns: columns ?? [], params: params ?? {} },
  }));
  await kaboo.db.query.createMany({ data });
  return data.map(({ id }) => id);
}

/** Every way an SQL text comes in. Each answers, for each statement, whether it was refused. */
const doors: Record<string, () => Promise<boolean[]>> = {
  "an agent's run_sql, in a scenario": async () => {
    const ground = openGround(small);
    const some = hostile.filter((_, index) => index % 3 === 0);
    const calls = some.map((sql, index) => ({
      ...{ id: `call_${index}`, tool: "sql-workbench___run_sql" },
      input: { sql },
    }));
    const scenario = {
      name: "doors",
      turns: [{ user: "Go." }],
      script: { analyst: [{ calls }, { text: "Done." }] },
    };
    const { turns } = await runScenario(scenario, { ground });
    await ground.close();
    const made = turns.flatMap((turn) => turn.calls());
    expect(made).toHaveLength(calls.length);
    return made.map(({ failed }) => failed);
  },
  "another assistant's create_queries": async () => {
    const refused: boolean[] = [];
    for (let at = 0; at < hostile.length; at += 20) {
      const queries = hostile.slice(at, at + 20).map((sql, index) => ({ title: `Hostile ${index}`, sql }));
      const { isError, structuredContent } = await callTool("create_queries", { queries });
      const made = isError ? [] : (structuredContent as { created: { title: string }[] }).created;
      refused.push(...queries.map(({ title }) => made.every((one) => one.title !== title)));
    }
    return refused;
  },
  // A run for each: some of each kind.
  "another assistant's run_sql": () =>
    each(async (sql) => (await callTool("run_sql", { sql })).isError === true, 12),
  "another assistant's update_query": () =>
    each(async (sql) => (await callTool("update_query", { query_id: saved.id, sql })).isError === true, 12),
  "the editor's run": () => each((sql) => refusedByRoute(send(runSql, "POST", { sql }))),
  "the editor's save": () =>
    each((sql) => refusedByRoute(send(saveQuery, "POST", { title: "Hostile", sql }))),
  "the editor's edit": () =>
    each((sql) => refusedByRoute(send(editQuery, "PATCH", { sql }, { id: saved.id }))),
  "a metric of the team's": () =>
    each((sql) => {
      const metrics = [{ name: "Hostile", sql: `(${sql})`, table: "accounts" }];
      return refusedByRoute(send(editKnowledge, "PATCH", { metrics }));
    }),
  "a file of a dashboard": () =>
    each((sql) => {
      const queries = boardFile.queries.map((query) => ({ ...query, id: "q_elsewhere", sql }));
      return thrown(kaboo.dashboards.importFile(kaboo.me, { ...boardFile, queries }));
    }),
  "a widget's rows, a variable's options": async () => {
    const ids = await smuggle();
    const answers: boolean[] = [];
    for (let at = 0; at < ids.length; at += 200) {
      const items = ids.slice(at, at + 200).map((queryId) => ({ queryId }));
      const lines = (await (await send(fetchRows, "POST", { items })).text()).trim().split("\n");
      expect(lines).toHaveLength(items.length);
      answers.push(...lines.map((line) => "error" in JSON.parse(line)));
    }
    return answers;
  },
};

const callTool = (name: string, input: Record<string, unknown>) =>
  client.callTool({ name: `sql-workbench___${name}`, arguments: input });

/** Asks for each statement in turn, or for every so many-th. */
async function each(isRefused: (sql: string) => Promise<boolean>, step = 1): Promise<boolean[]> {
  const answers = hostile.map(() => true);
  for (let at = 0; at < hostile.length; at += step) answers[at] = await isRefused(hostile[at] ?? "");
  return answers;
}

test("[Q2] the project's own hostile statements are at least twice as many as those it was given", () => {
  expect(own.length).toBeGreaterThanOrEqual(list.length * 2);
});

test.each(Object.entries(doors))("[S8] the gate stands at every door: %s", async (_, come) => {
  const answers = await come();
  expect(answers.length).toBeGreaterThan(hostile.length / 4);
  expect(answers.flatMap((refused, index) => (refused ? [] : [hostile[index] ?? index]))).toEqual([]);
  expect((await kaboo.queries.get("local", saved.id)).sql).toBe(byRegion);
});
