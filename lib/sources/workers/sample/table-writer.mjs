import { DuckDBDataChunk, DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue } from "@duckdb/node-api";

const chunkRows = 2_048;

/** Days since 1970, seconds since 1970 and cents as the engine's own values; null stays null. */
export const date = (days) => (days === null ? null : new DuckDBDateValue(days));
export const timestamp = (seconds) =>
  seconds === null ? null : new DuckDBTimestampValue(BigInt(seconds) * 1_000_000n);
export const money = (cents) => (cents === null ? null : new DuckDBDecimalValue(BigInt(cents), 12, 2));

/** Makes a table and appends rows to it by the chunk. `columns` are `[name, type]` pairs, rows are arrays in their order. */
export async function writeTable(connection, name, columns, rows) {
  await connection.run(
    `create table ${name} (${columns.map(([column, type]) => `${column} ${type}`).join(", ")})`,
  );
  const appender = await connection.createAppender(name);
  const types = columns.map((_, index) => appender.columnType(index));
  for (let from = 0; from < rows.length; from += chunkRows) {
    const part = rows.slice(from, from + chunkRows);
    const chunk = DuckDBDataChunk.create(types, part.length);
    chunk.setColumns(types.map((_, column) => part.map((row) => row[column])));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
