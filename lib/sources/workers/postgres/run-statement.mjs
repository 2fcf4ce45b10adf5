import { loadModule } from "libpg-query";
import Cursor from "pg-cursor";
import { chooseValues } from "../parameters.mjs";
import { Refusal } from "../refusal.mjs";
import { checkRowSize, sizeOf } from "../row-size.mjs";
import { inspectTree } from "./gate.mjs";
import { readNumbered } from "./parameters.mjs";

const longest = 100_000;
const rowsAtOnce = 1_000;
const asWritten = { getTypeParser: () => (text) => text };

export const loadParser = loadModule;

function read(cursor, count) {
  return new Promise((resolve, reject) => {
    cursor.read(count, (error, rows, result) =>
      error ? reject(error) : resolve({ rows, fields: result?.fields ?? [] }),
    );
  });
}

/** Reads through a cursor of the server's, so that no more than a thousand rows are ever held beside those that are kept. */
async function collect(cursor, columnsOf, { limit, maxBytes }) {
  const rows = [];
  let bytes = 0;
  let columns;
  for (;;) {
    const batch = await read(cursor, Math.min(rowsAtOnce, limit + 1 - rows.length));
    columns ??= await columnsOf(batch.fields);
    for (const texts of batch.rows) {
      const row = texts.map((text, index) => columns[index].read(text));
      bytes += sizeOf(row);
      if (rows.length >= limit || (bytes > maxBytes && rows.length > 0))
        return { columns, rows, bytes, truncated: true };
      checkRowSize(bytes, maxBytes);
      rows.push(row);
    }
    if (batch.rows.length === 0) return { columns, rows, bytes, truncated: false };
  }
}

/**
 * Inspects one statement, then runs it inside a transaction that only reads, with its values bound. The names
 * of types are asked for on another connection, the cursor being busy on this one.
 */
export async function runStatement({ client, tables, functions, columnsOf }, job) {
  if (job.sql.length > longest)
    throw new Refusal(`The text is longer than ${longest} characters. Write a shorter query.`);
  const numbered = readNumbered(job.sql);
  job.numbered = numbered;
  const inspected = inspectTree(numbered.tree, tables, functions);
  const choose = chooseValues(numbered.names, job);
  const values = numbered.names.map(choose);
  await client.query("begin read only");
  try {
    await client.query("set local search_path = pg_catalog, public");
    const cursor = client.query(new Cursor(numbered.text, values, { rowMode: "array", types: asWritten }));
    const { columns, ...read } = await collect(cursor, columnsOf, job);
    await cursor.close();
    const named = columns.map(({ name, type }) => ({ name, type }));
    return { columns: named, ...read, ...inspected, params: numbered.names };
  } finally {
    await client.query("rollback");
  }
}
