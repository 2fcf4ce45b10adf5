import { columnNames } from "./column-names.mjs";
import { literal, quote } from "./sql-text.mjs";

/** Makes `table` of a file that names its own columns: JSON (a list of objects, or one object a line) or Parquet. */
export async function readTyped(connection, file, table, reader, options = "") {
  const from = `${reader}(${literal(file)}${options})`;
  const described = await connection.runAndReadAll(`describe from ${from}`);
  const given = described.getRows().map(([name]) => String(name));
  const names = columnNames(given);
  const columns = given.map((name, index) => `${quote(name)} as ${quote(names[index])}`);
  await connection.run(`create table ${quote(table)} as select ${columns.join(", ")} from ${from}`);
  return [];
}
