import { columnNames } from "./column-names.mjs";
import { literal, quote } from "./sql-text.mjs";

/** Puts a file that names and types its own columns into `staged`: JSON (a list of objects, or one object a line) or Parquet. */
export async function readTyped(connection, file, reader, options = "") {
  const from = `${reader}(${literal(file)}${options})`;
  const described = await connection.runAndReadAll(`describe from ${from}`);
  const headers = described.getRows().map(([name]) => String(name));
  const names = columnNames(headers);
  const columns = headers.map((name, index) => `${quote(name)} as ${quote(names[index])}`);
  await connection.run(`create table staged as select ${columns.join(", ")} from ${from}`);
  return { names, headers, separator: undefined, notes: [] };
}
