import { afterAll, beforeAll, expect, test } from "vitest";
import { byRegion, openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { person } from "@/lib/changes/actor";
import type { AppError } from "@/lib/shared/app-error";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

async function refusal(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => {
      throw new Error("not refused");
    },
    (reason: AppError) => reason,
  );
}

test("[Q4] columns are the engine's, on saving and again when the SQL text changes", async () => {
  const query = await kaboo.saveQuery();
  expect(query).toMatchObject({
    version: 1,
    columns: [
      { name: "region", type: "VARCHAR" },
      { name: "accounts", type: "BIGINT" },
    ],
  });
  const renamed = await kaboo.queries.update(kaboo.me, query.id, { title: "Renamed" });
  expect(renamed).toMatchObject({ version: 2, columns: query.columns, title: "Renamed" });
  const edited = await kaboo.queries.update(kaboo.me, query.id, { sql: "select 1.5 as rate" });
  expect(edited).toMatchObject({ version: 3, columns: [{ name: "rate", type: "DECIMAL(2,1)" }] });
  expect(await kaboo.queries.get("local", query.id)).toEqual(edited);
});

test("[Q4] a query that doesn't run is not saved, and the error names the position", async () => {
  const before = await kaboo.queries.list("local");
  const error = await refusal(kaboo.saveQuery("Wrong", "select regoin from accounts"));
  expect(error).toMatchObject({ code: "bad_input", details: { line: 1, column: 8 } });
  expect(await kaboo.queries.list("local")).toEqual(before);
  const query = await kaboo.saveQuery();
  expect((await refusal(kaboo.queries.update(kaboo.me, query.id, { sql: "select" }))).code).toBe("bad_input");
  expect(await kaboo.queries.get("local", query.id)).toEqual(query);
});

test("[Q4] a query that names a variable is saved with its default and derives its columns", async () => {
  const sql = "select region, count(*) as n from accounts where region = $region group by region";
  const query = await kaboo.queries.create(kaboo.me, {
    title: "One region",
    sql,
    params: { region: "EMEA" },
  });
  expect(query).toMatchObject({ params: { region: "EMEA" }, columns: [{ name: "region" }, { name: "n" }] });
});

test("[Q2] what the gate refuses is refused when a query is saved, too", async () => {
  expect((await refusal(kaboo.saveQuery("Write", "delete from accounts"))).code).toBe("bad_input");
  expect((await refusal(kaboo.saveQuery("File", "from read_text('/etc/passwd')"))).code).toBe("bad_input");
});

test("[D3] a stale edit of the same field is refused, of another merges", async () => {
  const query = await kaboo.saveQuery();
  await kaboo.queries.update(kaboo.me, query.id, { title: "Newer" });
  const stale = person("local", 1);
  const refused = await refusal(kaboo.queries.update(stale, query.id, { title: "Mine" }));
  expect(refused).toMatchObject({ code: "conflict", details: { current: { title: "Newer", version: 2 } } });
  const merged = await kaboo.queries.update(stale, query.id, { description: "By region" });
  expect(merged).toMatchObject({ title: "Newer", description: "By region", version: 3 });
});

test("[D3] deleting what others changed since is refused, with what changed; so is a version that isn't there yet", async () => {
  const query = await kaboo.saveQuery();
  await kaboo.queries.update(kaboo.me, query.id, { title: "Newer" });
  const refused = await refusal(kaboo.queries.remove(person("local", 1), query.id));
  expect(refused).toMatchObject({
    code: "conflict",
    details: { since: [{ version: 2 }], current: { title: "Newer", version: 2 } },
  });
  expect((await refusal(kaboo.queries.remove(person("local", 9), query.id))).code).toBe("bad_input");
  expect((await kaboo.queries.get("local", query.id)).title).toBe("Newer");
  await kaboo.queries.remove(person("local", 2), query.id);
  expect((await refusal(kaboo.queries.get("local", query.id))).code).toBe("not_found");
});

test("[D6] the same call twice saves one query per place in the call", async () => {
  const create = (index: number) =>
    kaboo.queries.create(
      kaboo.agent({ toolCallId: "c_twice" }),
      { title: `Q${index}`, sql: byRegion },
      index,
    );
  const [first, second, again] = [await create(0), await create(1), await create(0)];
  expect(again.id).toBe(first.id);
  expect(second.id).not.toBe(first.id);
});

test("[D2] saving, changing and deleting a query are changes like any other", async () => {
  const query = await kaboo.saveQuery();
  await kaboo.queries.update(kaboo.agent({ agent: "analyst" }), query.id, { sql: "select 1 as one" });
  await kaboo.queries.remove(kaboo.me, query.id);
  const log = await kaboo.changes.since("local", query.id, 0);
  expect(log.map(({ version, summary, author }) => [version, summary, author.kind])).toEqual([
    [1, "Saved the query “Accounts by region”", "person"],
    [2, "Changed the SQL text, the columns of the query “Accounts by region”", "agent"],
    [3, "Deleted the query “Accounts by region”", "person"],
  ]);
  expect((await refusal(kaboo.queries.get("local", query.id))).code).toBe("not_found");
});

test("[D13] a query that widgets draw from is not deleted, and they are named", async () => {
  const query = await kaboo.saveQuery();
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  await kaboo.dashboards.addWidget(kaboo.me, id, { title: "Bars", kind: "bar", queryId: query.id });
  const refused = await refusal(kaboo.queries.remove(kaboo.me, query.id));
  expect(refused.code).toBe("conflict");
  expect(refused.message).toMatch(/is drawn by w_\w+ “Bars” on d_\w+ “Board”/);
  await kaboo.dashboards.remove(kaboo.me, id);
  await kaboo.queries.remove(kaboo.me, query.id);
});

test("[S7] another owner's query is not there: reading, editing, deleting", async () => {
  const query = await kaboo.saveQuery();
  const other = person("someone");
  const errors = await Promise.all([
    refusal(kaboo.queries.get("someone", query.id)),
    refusal(kaboo.queries.update(other, query.id, { title: "Stolen" })),
    refusal(kaboo.queries.remove(other, query.id)),
  ]);
  expect(errors.map((error) => error.code)).toEqual(["not_found", "not_found", "not_found"]);
  expect(await kaboo.queries.list("someone")).toEqual([]);
  expect((await kaboo.queries.getMany("someone", [query.id])).size).toBe(0);
});

test("[S4] saved queries that a new version of their table breaks are named, and no others", async () => {
  async function* csv(text: string) {
    yield Buffer.from(text);
  }
  await kaboo.sources.importFile(kaboo.me, { name: "stock.csv", chunks: csv("item,amount\nred,3\n") });
  const sums = await kaboo.queries.create(kaboo.me, {
    title: "Sums",
    sql: "select sum(amount) from stock where item = $item",
  });
  await kaboo.queries.create(kaboo.me, { title: "Items", sql: "select item from stock" });
  const { uploadId, sourceId } = await kaboo.sources.stageUpload("local", {
    name: "stock.csv",
    chunks: csv("item,count\nblue,4\n"),
  });
  await kaboo.sources.importUpload(kaboo.me, uploadId, { table: "stock", replace: true }, {});
  const broken = await kaboo.queries.brokenBy("local", { sourceId, table: "stock" });
  expect(broken).toEqual([{ queryId: sums.id, title: "Sums", error: expect.stringMatching(/amount/) }]);
}, 90_000);
