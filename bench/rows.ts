import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { openDb } from "@/lib/db/client";
import { newId } from "@/lib/shared/id";
import { rowsLines } from "@/lib/sources/rows-lines";
import { createSources } from "@/lib/sources/sources";

const owner = "local";
const tenThousand = "select * from orders limit 10000";

function median(times: number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/** The median time of `times` goes in ms, after one that doesn't count. */
async function timed(times: number, run: (n: number) => Promise<unknown>): Promise<number> {
  await run(-1);
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await run(n);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

async function bareEngine(file: string) {
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

/** P4: rows through gate, process and cache against the bare engine, in one run on the same file. */
export async function benchRows(): Promise<Record<string, string>> {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
  const db = openDb(dataFolder);
  const sources = createSources({ dataFolder, db, now: () => new Date(), newId });
  const ask = async (sql: string) => JSON.stringify(await sources.run(owner, { sql, limit: 100_000 })).length;
  await sources.list(owner);
  const bare = await bareEngine(join(dataFolder, "sample", "sample-1-3600.duckdb"));
  try {
    const engine = await timed(7, () => bare.json(tenThousand));
    const uncached = await timed(7, (n) => ask(`${tenThousand} -- ${n}`));
    const cached = await timed(7, () => ask(tenThousand));

    const queries = Array.from(
      { length: 50 },
      (_, n) => `select region, ${n} as n, sum(mrr) from mrr_monthly group by region`,
    );
    const board = async (mark: string) => {
      const items = queries.map((_, n) => ({ queryId: `q_${n}` }));
      const lines = rowsLines(
        { items },
        {
          find: async (id) => ({
            sql: `${queries[Number(id.slice(2))]} -- ${mark}`,
            sourceId: (await sources.defaultSource(owner)).id,
            params: {},
          }),
          run: (request) => sources.run(owner, request),
          signal: new AbortController().signal,
        },
      );
      for await (const line of lines) if ("error" in line) throw new Error(line.error.message);
    };
    const cold = await timed(3, (n) => board(String(n)));
    const warm = await timed(5, () => board("warm"));

    const before = process.memoryUsage().rss;
    for (let n = 0; n < 5; n++) await ask(`select * from usage_daily a limit 100000 -- ${n}`);
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    return {
      "10,000 rows, bare engine": `${engine.toFixed(1)} ms`,
      "10,000 rows, not kept": `${uncached.toFixed(1)} ms, ${(uncached / engine).toFixed(2)} times the bare engine`,
      "10,000 rows, kept": `${cached.toFixed(1)} ms, ${(cached / engine).toFixed(2)} times`,
      "50 widgets in one request, cold": `${cold.toFixed(0)} ms`,
      "50 widgets in one request, kept": `${warm.toFixed(0)} ms`,
      "five times 100,000 rows, memory of the server": `${grown.toFixed(0)} MB more`,
    };
  } finally {
    bare.close();
    await sources.close();
    await db.$disconnect();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}
