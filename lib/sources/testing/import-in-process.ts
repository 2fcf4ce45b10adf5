import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Cell } from "@/lib/sources/schema";
import { Staged } from "@/lib/sources/uploads/import-work";
import { toCell } from "@/lib/sources/workers/cells.mjs";
import { preview } from "@/lib/sources/workers/import/preview.mjs";
import { stage } from "@/lib/sources/workers/import/stage.mjs";
import { writeTable } from "@/lib/sources/workers/import/write-table.mjs";

const quietly = () => () => {};
const Rows = Cell.array().array();

/**
 * What the import's process does, in this one and in memory, so that hundreds of files cost little. Each file takes the
 * place of the one before. Call `close()` when done.
 */
export async function openImport() {
  const folder = mkdtempSync(join(tmpdir(), "kaboo-import-"));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("attach ':memory:' as source");

  async function rowsOf(sql: string) {
    const result = await connection.stream(sql);
    const rows: unknown[] = [];
    for await (const chunk of result) rows.push(...chunk.convertRows(toCell));
    return Rows.parse(rows);
  }

  return {
    connection,
    async stage(content: Uint8Array | string): Promise<Staged> {
      await connection.run("drop table if exists staged");
      writeFileSync(join(folder, "upload"), content);
      return Staged.parse(await stage(connection, { folder, maxBytes: 2 ** 24 }, quietly));
    },
    preview: (staged: Staged, readings = staged.columns.map(({ reading }) => reading)) =>
      preview(connection, staged, readings),
    /** Writes what is staged, and reads it again. */
    async write(
      staged: Staged,
      { readings = staged.columns.map(({ reading }) => reading), misfits = "text" } = {},
    ) {
      await writeTable(connection, staged, { table: "made", replace: true, readings, misfits });
      const described = await rowsOf("describe source.main.made");
      const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
      return { columns, rows: await rowsOf("from source.main.made") };
    },
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
