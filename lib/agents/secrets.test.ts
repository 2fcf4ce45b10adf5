import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stdSerializers } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { log } from "@/lib/observability/log";
import { startPostgres, type TestPostgres } from "@/lib/testing/postgres";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let kaboo: TestServices;
let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
  kaboo = openTestServices();
});
afterAll(async () => {
  await kaboo.close();
  await server.stop();
});

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

test("[S5] a canary for a password is in no file, prompt, tool result, export, error or log", async () => {
  const logged: unknown[] = [];
  for (const level of ["log", "info", "warn"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void logged.push(words));
  for (const level of ["info", "warn"] as const)
    vi.spyOn(log, level).mockImplementation((entry: unknown, ...words: unknown[]) => {
      const err = entry instanceof Object && "err" in entry ? entry.err : undefined;
      logged.push(entry, words, err instanceof Error && stdSerializers.errWithCause(err));
    });
  const { password: canary, url } = server;
  const catalog = await kaboo.sources.inspect("local", { kind: "postgres", url });
  const { Client } = await import("pg");
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query("create table customers as select 1 as id, 'a' as name");
  await admin.end();
  const source = await kaboo.sources.connect(kaboo.me, {
    kind: "postgres",
    url,
    tables: [{ schema: "public", name: "customers" }],
  });
  const query = await kaboo.queries.create(kaboo.me, {
    title: "Customers",
    sql: "select * from customers",
    sourceId: source.id,
  });
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  await kaboo.dashboards.addWidgets(kaboo.me, id, [{ title: "T", kind: "table", queryId: query.id }]);

  const seen: unknown[] = [catalog, source, query, await kaboo.sources.list("local")];
  seen.push(await kaboo.dashboards.exportFile("local", id));
  seen.push(await kaboo.call("sql-workbench___list_sources", {}));
  seen.push(await kaboo.call("project___get_context", {}));
  seen.push(
    await kaboo.call("sql-workbench___run_sql", { sql: "select * from customers", source_id: source.id }),
  );
  for (const view of Object.values(kaboo.team.views)) {
    const shown = { agent: "analyst", ownerId: "local", threadId: "t_1", runId: "r_1", invocationId: "i_1" };
    seen.push(
      await view.render({ ...shown, firstCall: true, context: [], state: kaboo.state(), mark: undefined }),
    );
  }
  const errors = [
    () => kaboo.call("sql-workbench___run_sql", { sql: "select nope from customers", source_id: source.id }),
    () => kaboo.sources.inspect("local", { kind: "postgres", url: url.replace("kaboo:", "nobody:") }),
    () => kaboo.sources.inspect("local", { kind: "postgres", url: `${url}?sslcert=/etc/passwd` }),
    () => kaboo.sources.run("local", { sourceId: source.id, sql: "select * from pg_shadow" }),
  ];
  for (const failing of errors) {
    const error = await failing().then(
      () => Promise.reject(new Error("answered")),
      (each: Error & { details?: unknown }) => each,
    );
    seen.push(error.message, error.details, String(error.stack));
  }
  expect(JSON.stringify([seen, logged, kaboo.heard])).not.toContain(canary);
  for (const path of filesIn(kaboo.dataFolder)) expect(readFileSync(path).includes(canary), path).toBe(false);
  vi.restoreAllMocks();
  for (const place of [console, log]) vi.spyOn(place, "error");
});
