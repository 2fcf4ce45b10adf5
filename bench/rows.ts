import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { openDb } from "@/lib/db/client";
import { newId } from "@/lib/shared/id";
import { rowsLines } from "@/lib/sources/rows-lines";
import { createSources, type Sources } from "@/lib/sources/sources";
import type { Figure, Part } from "./figures";
import { inTurn, median, ratio, timed } from "./measure";

const owner = "local";
const tenThousand = "select * from orders limit 10000";

/** P4: rows through gate, process and cache against the bare engine, in one run on the same file. */
export const rows: Part = {
  name: "rows",
  title: "Rows",
  async run() {
    const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
    const db = openDb(dataFolder);
    const sources = createSources({ dataFolder, db, now: () => new Date(), newId });
    await sources.list(owner);
    const bare = await openBareEngine(join(dataFolder, "sample", "sample-1-3600.duckdb"));
    try {
      return [
        ...(await queries(sources, bare)),
        ...(await wholeBoard(sources)),
        ...(await manyRows(sources)),
      ];
    } finally {
      bare.close();
      await sources.close();
      await db.$disconnect();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
};

type BareEngine = Awaited<ReturnType<typeof openBareEngine>>;

async function openBareEngine(file: string) {
  const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY", threads: "2" });
  return {
    /** What nobody does without: rows out of the engine as JSON text. */
    async json(sql: string): Promise<number> {
      const connection = await instance.connect();
      const reader = await connection.runAndReadAll(sql);
      const text = JSON.stringify({ columns: reader.columnNames(), rows: reader.getRowsJson() });
      connection.closeSync();
      return text.length;
    },
    close: () => instance.closeSync(),
  };
}

async function ask(sources: Sources, sql: string): Promise<number> {
  return JSON.stringify(await sources.run(owner, { sql, limit: 100_000 })).length;
}

async function queries(sources: Sources, bare: BareEngine): Promise<Figure[]> {
  await ask(sources, tenThousand);
  const took = await inTurn(15, {
    bare: () => timed(() => bare.json(tenThousand)),
    fresh: (round) => timed(() => ask(sources, `${tenThousand} -- ${round}`)),
    kept: () => timed(() => ask(sources, tenThousand)),
  });
  return [
    { rule: "P4", what: "10,000 rows, bare engine", value: median(took.bare), unit: "ms" },
    {
      rule: "P4",
      what: "10,000 rows, asked anew, to the bare engine",
      value: ratio(took.fresh, took.bare),
      unit: "×",
      atMost: 1.3,
    },
    {
      rule: "P4",
      what: "10,000 rows, kept, to the bare engine",
      value: ratio(took.kept, took.bare),
      unit: "×",
    },
  ];
}

async function wholeBoard(sources: Sources): Promise<Figure[]> {
  const source = await sources.defaultSource(owner);
  const sqlOf = (id: string, mark: string) =>
    `select region, ${id.slice(2)} as n, sum(mrr) from mrr_monthly group by region -- ${mark}`;
  const board = async (mark: string) => {
    const items = Array.from({ length: 50 }, (_, n) => ({ queryId: `q_${n}` }));
    const lines = rowsLines(
      { items },
      {
        find: async (id) => ({ sql: sqlOf(id, mark), sourceId: source.id, params: {} }),
        run: (request) => sources.run(owner, request),
        signal: new AbortController().signal,
      },
    );
    for await (const line of lines) if ("error" in line) throw new Error(line.error.message);
  };
  const took = await inTurn(5, {
    cold: (round) => timed(() => board(String(round))),
    kept: () => timed(() => board("kept")),
  });
  return [
    { rule: "P4", what: "50 widgets in one request, cold", value: median(took.cold), unit: "ms" },
    { rule: "P4", what: "50 widgets in one request, kept", value: median(took.kept), unit: "ms" },
  ];
}

/** A heap takes room before it gives any back: what counts is whether it still grows once it has been there. */
async function manyRows(sources: Sources): Promise<Figure[]> {
  const rss: number[] = [process.memoryUsage().rss];
  for (let n = 0; n < 15; n++) {
    await ask(sources, `select * from usage_daily a limit 100000 -- ${n}`);
    rss.push(process.memoryUsage().rss);
  }
  const grown = (from: number, to: number) => ((rss[to] ?? 0) - (rss[from] ?? 0)) / 2 ** 20;
  const what = "100,000 rows a time, memory of the server more after";
  return [
    { rule: "P4", what: `${what} the first five`, value: grown(0, 5), unit: "MiB" },
    { rule: "P4", what: `${what} ten more`, value: grown(5, 15), unit: "MiB", atMost: 20 },
  ];
}
