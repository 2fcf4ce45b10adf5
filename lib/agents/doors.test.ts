import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { DashboardFile } from "@/lib/dashboards/schema";
import { readSqlCases } from "@/lib/sources/testing/sql-cases";

vi.setConfig({ testTimeout: 60_000 });

let kaboo: TestServices;
let boardFile: DashboardFile;

beforeAll(async () => {
  kaboo = openTestServices();
  const { id: queryId } = await kaboo.saveQuery();
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  await kaboo.dashboards.addWidgets(kaboo.me, id, [{ title: "Bars", kind: "bar", queryId }]);
  boardFile = DashboardFile.parse(JSON.parse(JSON.stringify(await kaboo.dashboards.exportFile("local", id))));
});
afterAll(() => kaboo.close());

/** One of each kind: the gate's own tests try every one of them. */
const hostile = [
  ...new Map(
    [...readSqlCases("hostile-sql.txt"), ...readSqlCases("more-hostile-sql.txt")]
      .filter(({ kind }) => kind !== "bomb")
      .map((each) => [each.kind, each.sql]),
  ).values(),
];

/** Every way an SQL text comes in: agents and other assistants share the tools, a saved query's rows and a variable's options the run. */
const doors: Record<string, (sql: string) => Promise<unknown>> = {
  "an agent's or another assistant's run_sql": (sql) => kaboo.call("sql-workbench___run_sql", { sql }),
  "an agent's create_queries": async (sql) => {
    const { structured } = await kaboo.call<{ failed: unknown[]; created: unknown[] }>(
      "sql-workbench___create_queries",
      { queries: [{ title: "Hostile", sql }] },
    );
    if (structured.created.length === 0 && structured.failed.length === 1) throw new Error("refused");
  },
  "an agent's update_query": async (sql) => {
    const { id } = await kaboo.saveQuery();
    const { isError } = await kaboo.call("sql-workbench___update_query", { query_id: id, sql });
    if (isError) throw new Error("refused");
  },
  "the editor's run": (sql) => kaboo.sources.run("local", { sql }),
  "the editor's save": (sql) => kaboo.queries.create(kaboo.me, { title: "Hostile", sql }),
  "the editor's edit": async (sql) => {
    const { id } = await kaboo.saveQuery();
    return kaboo.queries.update(kaboo.me, id, { sql });
  },
  "a file of a dashboard": (sql) =>
    kaboo.dashboards.importFile(kaboo.me, {
      ...boardFile,
      queries: boardFile.queries.map((query) => ({ ...query, id: "q_elsewhere", sql })),
    }),
  "a query that came past every check": async (sql) => {
    const { id } = await kaboo.saveQuery();
    await kaboo.db.query.update({ where: { id }, data: { sql } });
    const { sourceId } = await kaboo.queries.get("local", id);
    return kaboo.sources.run("local", { sourceId, sql, offered: {} });
  },
};

for (const [door, come] of Object.entries(doors))
  test(`[S8] the gate stands at every door: ${door}`, async () => {
    expect(hostile.length).toBeGreaterThan(5);
    for (const sql of hostile) {
      const came = await come(sql).then(
        (value) => (isRefused(value) ? "refused" : "answered"),
        () => "refused",
      );
      expect(came, sql).toBe("refused");
    }
  });

const isRefused = (value: unknown) =>
  typeof value === "object" && value !== null && "isError" in value && value.isError === true;
