import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { person } from "@/lib/changes/actor";
import { newId } from "@/lib/shared/id";
import { createSources, type Sources } from "@/lib/sources/sources";
import { openTestSources, small } from "@/lib/sources/testing/test-sources";

let opened: ReturnType<typeof openTestSources>;
let sources: Sources;
const me = "local";
const my = person(me);

// Each file takes processes of its own: on a busy machine that adds up.
vi.setConfig({ testTimeout: 90_000 });

beforeAll(() => {
  opened = openTestSources({ importLimits: { maxBytes: 2_000_000, maxUnpackedBytes: 3_000_000 } });
  sources = opened.sources;
});

afterAll(() => opened.close());

async function* pieces(content: Uint8Array | string) {
  const bytes = Buffer.from(content);
  for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000);
}

const send = (name: string, content: Uint8Array | string, signal?: AbortSignal) =>
  sources.importFile(my, { name, chunks: pieces(content), signal });

/** Sends a file and reads the table it became. */
async function read(name: string, content: Uint8Array | string) {
  const { table, columns, notes, rowCount } = await send(name, content);
  const { rows } = await sources.run(me, { sql: `from "${table}"` });
  expect(rows).toHaveLength(rowCount);
  return { table, notes, columns: columns.map(({ name: column, type }) => `${column} ${type}`), rows };
}

test("[S4] a CSV file becomes a table that can be joined with the sample", async () => {
  const made = await send("orders (2).csv", "Region,Target\nEMEA,100\nLATAM,50\n");
  expect(made).toMatchObject({
    table: "orders_2",
    rowCount: 2,
    columns: [
      { name: "region", type: "VARCHAR" },
      { name: "target", type: "BIGINT" },
    ],
    notes: [],
  });
  const { rows } = await sources.run(me, {
    sql: "select t.region, t.target from orders_2 t join accounts a using (region) group by all order by 1",
  });
  expect(rows).toEqual([
    ["EMEA", "100"],
    ["LATAM", "50"],
  ]);
  const source = await sources.get(me, made.sourceId);
  expect(source.title).toBe("Sample company and your files");
  expect(source.tables.map(({ name }) => name)).toContain("orders_2");
});

test("[S4] files sent at once do not disturb one another, whichever ends first", async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n));
      return send(`empty${n}.csv`, "");
    }),
  );
  const reasons = ends.map((end) => (end.status === "rejected" ? String(end.reason.message) : "imported"));
  expect(new Set(reasons)).toEqual(new Set(["The file is empty."]));
});

test("[S4] JSON, JSON lines, Parquet and packed files are known by their content, whatever their name", async () => {
  const list = JSON.stringify([
    { Id: 1, tags: ["a"], at: "2026-01-01" },
    { Id: 2, tags: [], at: null },
  ]);
  expect(await read("list.txt", list)).toMatchObject({
    columns: ["id BIGINT", "tags VARCHAR[]", "at DATE"],
    rows: [
      ["1", ["a"], "2026-01-01"],
      ["2", [], null],
    ],
  });
  expect(await read("lines.csv", '{"a":1}\n{"a":2.5}\n')).toMatchObject({
    columns: ["a DOUBLE"],
    rows: [[1], [2.5]],
  });
  expect(await read("packed.csv.gz", gzipSync("a,b\nx,1\n"))).toMatchObject({
    table: "packed",
    rows: [["x", "1"]],
  });
  const file = join(opened.dataFolder, "made.parquet").replaceAll("\\", "/");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `copy (select 7 as "Seven", 1.50::decimal(5,2) as price) to '${file}' (format parquet)`,
  );
  connection.closeSync();
  const { readFile } = await import("node:fs/promises");
  expect(await read("data", await readFile(file))).toMatchObject({
    columns: ["seven INTEGER", "price DECIMAL(5,2)"],
    rows: [[7, "1.50"]],
  });
});

test("[Q1] a file of a header alone becomes a table without rows", async () => {
  expect(await read("later.csv", "region,amount\n")).toMatchObject({
    table: "later",
    columns: ["region VARCHAR", "amount VARCHAR"],
    rows: [],
  });
});

test("[S4] a file that isn't a table, is too large or is cancelled leaves nothing", async () => {
  await send("kept.csv", "a\n1\n");
  const before = await sources.defaultSource(me);
  const refused: [name: string, content: Uint8Array | string, message: RegExp][] = [
    ["a.csv", "", /empty/],
    ["a.csv", " \n ", /empty/],
    ["a.xlsx", Buffer.from("PK\u0003\u0004 and so on"), /CSV/],
    ["a.csv", Buffer.from([1, 0, 0, 0, 2, 0, 0, 255, 0, 0, 0, 1]), /isn't a table/],
    ["a.gz", gzipSync("a").subarray(0, 12), /damaged/],
    ["a.json", '[{"a": 1}, {"a": ', /could not be read/],
    ["a.parquet", "PAR1 but not really PAR1", /could not be read/],
    ["big.csv", `a\n${"x".repeat(2_500_000)}`, /at most 1 MB/],
    ["bomb.csv.gz", gzipSync(`a\n${"x".repeat(4_000_000)}`), /too large once it is unpacked/],
  ];
  for (const [name, content, message] of refused) {
    const error = await send(name, content).catch((reason: unknown) => reason);
    expect(error, name).toMatchObject({ name: "AppError", message: expect.stringMatching(message) });
    expect((error as Error).message).not.toMatch(/[/\\](tmp|imports|upload)/);
  }
  const leaving = new AbortController();
  const cancelled = send("c.csv", "a\n1\n", leaving.signal);
  leaving.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  expect(await sources.defaultSource(me)).toEqual(before);
  expect(readdirSync(join(opened.dataFolder, "imports"))).toEqual([]);
  expect(readdirSync(join(opened.dataFolder, "sources", before.id))).toHaveLength(1);
});

test("[S4] imports at once come one after the other, and queries go on meanwhile", async () => {
  const asked = Array.from({ length: 3 }, () => send("same.csv", "a\n1\n"));
  const { rows } = await sources.run(me, { sql: "select count(*)::int from accounts" });
  expect(rows).toEqual([[400]]);
  const made = await Promise.all(asked);
  expect(made.map(({ table }) => table).sort()).toEqual(["same", "same_2", "same_3"]);
  const { generation, id, tables } = await sources.defaultSource(me);
  const folder = join(opened.dataFolder, "sources", id);
  const current = expect.stringMatching(new RegExp(`^rows-${generation}-[0-9a-f]+[.]duckdb$`));
  await expect.poll(() => readdirSync(folder)).toEqual([current]);
  const { rows: listed } = await sources.run(me, { sql: "show tables" });
  expect(tables.map(({ name }) => name).sort()).toEqual(listed.map(([name]) => name).sort());
});

test("[S4] of two servers that import at once one is refused, and no rows are lost", async () => {
  const other = createSources({
    dataFolder: opened.dataFolder,
    db: opened.db,
    now: () => new Date(),
    newId,
    ...small,
  });
  const asked = [
    send("here.csv", "a\n1\n"),
    other.importFile(my, { name: "there.csv", chunks: pieces("a\n1\n"), signal: undefined }),
  ];
  const settled = await Promise.allSettled(asked);
  await other.close();
  for (const each of settled)
    if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "conflict" });
  const made = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value.table] : []));
  expect(made.length).toBeGreaterThan(0);
  for (const table of made) expect((await sources.run(me, { sql: `from ${table}` })).rows).toEqual([["1"]]);
  const { id, tables } = await sources.defaultSource(me);
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(made));
  await expect.poll(() => readdirSync(join(opened.dataFolder, "sources", id))).toHaveLength(1);
});

test("[S4] [R9] a server that does not have the file of rows says so and what to do, and imports nothing beside it", async () => {
  await send("elsewhere.csv", "a\n1\n");
  const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-other-"));
  const other = createSources({ dataFolder, db: opened.db, now: () => new Date(), newId, ...small });
  const refusal = { code: "unavailable", message: expect.stringMatching(/not on this server.*KABOO_DATA/) };
  await expect(other.run(me, { sql: "from elsewhere" })).rejects.toMatchObject(refusal);
  const { generation } = await other.defaultSource(me);
  const sent = other.importFile(my, { name: "beside.csv", chunks: pieces("a\n1\n"), signal: undefined });
  await expect(sent).rejects.toMatchObject(refusal);
  expect((await sources.defaultSource(me)).generation).toBe(generation);
  await other.close();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
});

test("[S4] a table can be taken out again", async () => {
  const { id } = await sources.defaultSource(me);
  await send("gone.csv", "a\n1\n");
  const after = await sources.removeTable(my, id, "gone");
  expect(after.tables.map(({ name }) => name)).not.toContain("gone");
  await expect(sources.run(me, { sql: "from gone" })).rejects.toThrow("There is no table");
  await expect(sources.removeTable(my, id, "gone")).rejects.toMatchObject({ code: "not_found" });
});

test("[Q6] an import makes rows be read anew", async () => {
  const sql = "select count(*)::int from accounts";
  const before = await sources.run(me, { sql });
  await send("fresh.csv", "a\n1\n");
  const after = await sources.run(me, { sql });
  expect(after.rows).toEqual(before.rows);
  expect(after.rows).not.toBe(before.rows);
});

test("[S4] a file is looked at first: other types, a new version of its table, its owner alone", async () => {
  const progress: string[] = [];
  const request = { name: "steps.csv", chunks: pieces("n,day\n1,2026-01-01\nx,2026-01-02\n") };
  const seen = await sources.stageUpload(me, { ...request, onProgress: ({ step }) => progress.push(step) });
  expect(seen).toMatchObject({ table: "steps", rowCount: 2, misfitRowCount: 0 });
  expect(seen.existing).toBeUndefined();
  expect(new Set(progress)).toEqual(new Set(["waiting", "reading", "types"]));
  const readings = [{ as: "integer" as const }, { as: "date" as const }];
  const other = await sources.previewUpload(me, seen.uploadId, readings, {});
  expect(other).toMatchObject({
    misfitRowCount: 1,
    columns: [{ type: "BIGINT", misfits: 1 }, { type: "DATE" }],
  });
  await expect(sources.previewUpload("someone", seen.uploadId, readings, {})).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(sources.previewUpload(me, "u_../../x", readings, {})).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(sources.previewUpload(me, seen.uploadId, [], {})).rejects.toMatchObject({ code: "bad_input" });

  const made = await sources.importUpload(my, seen.uploadId, { columns: readings, misfits: "null" }, {});
  expect(made).toMatchObject({ table: "steps", replaced: false, rowCount: 2 });
  expect((await sources.run(me, { sql: "select n from steps" })).rows).toEqual([["1"], [null]]);
  const again = await sources.importUpload(my, seen.uploadId, { table: "steps", replace: true }, {});
  expect(again).toMatchObject({ table: "steps", replaced: true });
  expect((await sources.run(me, { sql: "select n from steps" })).rows).toEqual([["1"], ["x"]]);
  expect(await sources.importUpload(my, seen.uploadId, {}, {})).toMatchObject({ table: "steps_2" });
  await sources.discardUpload(me, seen.uploadId);
  await expect(sources.importUpload(my, seen.uploadId, {}, {})).rejects.toMatchObject({ code: "not_found" });
});

test("[D2] imports and removed tables are changes with an author", async () => {
  const { id, generation } = await sources.defaultSource(me);
  await send("recorded.csv", "a\n1\n");
  await sources.removeTable(my, id, "recorded");
  const changes = await opened.db.change.findMany({
    where: { subject: "source", subjectId: id, version: { gt: generation } },
    orderBy: { version: "asc" },
  });
  expect(changes.map(({ summary, authorKind, version }) => [summary, authorKind, version])).toEqual([
    ["Imported “recorded.csv” as the table recorded", "person", generation + 1],
    ["Removed the table recorded", "person", generation + 2],
  ]);
});
