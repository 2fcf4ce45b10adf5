import { StatementType } from "@duckdb/node-api";
import { toCell } from "./cells.mjs";
import { inspectSql } from "./gate.mjs";
import { bindParameters } from "./parameters.mjs";
import { Refusal } from "./refusal.mjs";
import { checkRowSize, sizeOf } from "./row-size.mjs";

/** The source's own tables and views, by the engine's catalog. */
export async function listTables(connection) {
  const reader = await connection.runAndReadAll(
    "select table_name from information_schema.tables where table_schema = 'main' and table_catalog = current_database() order by 1",
  );
  return reader.getRows().map(([name]) => String(name));
}

async function prepareSelect(connection, sql) {
  const extracted = await connection.extractStatements(sql);
  if (extracted.count !== 1) throw new Refusal("Write one statement.");
  const prepared = await extracted.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) throw new Refusal("Only SELECT is answered.");
  return prepared;
}

async function collect(result, { limit, maxBytes }) {
  const rows = [];
  let bytes = 0;
  for await (const chunk of result) {
    for (const row of chunk.convertRows(toCell)) {
      bytes += sizeOf(row);
      if (rows.length >= limit || (bytes > maxBytes && rows.length > 0))
        return { rows, bytes, truncated: true };
      checkRowSize(bytes, maxBytes);
      rows.push(row);
    }
  }
  return { rows, bytes, truncated: false };
}

/** Inspects, prepares, binds and runs one statement on a connection of its own, and reads up to the limits. */
export async function runStatement(connection, tables, job) {
  const inspected = await inspectSql(connection, job.sql, tables);
  const prepared = await prepareSelect(connection, job.sql);
  bindParameters(prepared, inspected.params, job);
  const result = await prepared.stream();
  const columns = result.columnNames().map((name, index) => ({
    name,
    // JSON is text with a name of its own.
    type: result.columnLogicalType(index).alias || String(result.columnType(index)),
  }));
  const { rows, bytes, truncated } = await collect(result, job);
  return { columns, rows, bytes, truncated, ...inspected };
}
