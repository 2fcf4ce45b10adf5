import { columnNames } from "./column-names.mjs";
import { csvDialect } from "./csv-dialect.mjs";
import { literal, quote } from "./sql-text.mjs";

const commaDecimal = "^-?(\\d{1,3}(\\.\\d{3})+|\\d+)(,\\d+)?$";

async function rejects(connection) {
  const reader = await connection.runAndReadAll(
    "select error_type::varchar, count(*)::integer, min(line)::integer from reject_errors group by 1 order by 1",
  );
  return reader.getRows().map(([type, count, line]) => ({ type, count, line }));
}

function notesOf(found) {
  const ragged = found.filter(({ type }) => type === "MISSING COLUMNS" || type === "TOO MANY COLUMNS");
  const lines = ragged.reduce((sum, { count }) => sum + count, 0);
  const first = Math.min(...ragged.map(({ line }) => line));
  if (lines === 0) return [];
  return [
    `${lines} ${lines === 1 ? "line has" : "lines have"} another number of values than the first one (see line ${first}). Missing values were left empty, further ones got columns of their own.`,
  ];
}

/** Amounts such as 1.234,50 become numbers, where a column holds nothing else. */
async function readCommaDecimals(connection, table) {
  const described = await connection.runAndReadAll(`describe ${quote(table)}`);
  for (const [name, type] of described.getRows()) {
    if (type !== "VARCHAR") continue;
    const column = quote(String(name));
    const [[values, matching, withComma]] = (
      await connection.runAndReadAll(
        `select count(${column}), count(*) filter (regexp_matches(${column}, '${commaDecimal}')), count(*) filter (contains(${column}, ',')) from ${quote(table)}`,
      )
    ).getRows();
    if (values === 0n || values !== matching || withComma === 0n) continue;
    await connection.run(
      `alter table ${quote(table)} alter ${column} type double using replace(replace(${column}, '.', ''), ',', '.')::double`,
    );
  }
}

/** Makes `table` of a UTF-8 file of separated values, keeping every value there is. Gives back what to tell about it. */
export async function readCsv(connection, file, table) {
  const { separator, first, header, skip } = csvDialect(file);
  const names = columnNames(header ? first : first.map(() => ""));
  const options = [
    `delim=${literal(separator)}`,
    `quote='"'`,
    `escape='"'`,
    `header=${header}`,
    `skip=${skip}`,
    `names=[${names.map(literal).join(", ")}]`,
    // Every row is looked at before a type is chosen, so that none fails to fit it later.
    "sample_size=-1",
    "max_line_size=16000000",
    "parallel=false",
  ];
  const read = (further) =>
    `create table ${quote(table)} as from read_csv(${literal(file)}, ${[...options, ...further].join(", ")})`;
  await connection.run(read(["store_rejects=true", "rejects_limit=0"]));
  const found = await rejects(connection);
  const notes = notesOf(found);
  if (found.length > 0) {
    await connection.run(`drop table ${quote(table)}`);
    await connection.run(read(["null_padding=true"]));
    const described = await connection.runAndReadAll(`describe ${quote(table)}`);
    const all = described.getRows().map(([name]) => String(name));
    for (const [index, name] of columnNames([...names, ...all.slice(names.length).map(() => "")]).entries())
      if (name !== all[index])
        await connection.run(`alter table ${quote(table)} rename ${quote(all[index])} to ${quote(name)}`);
  }
  if (separator === ";") await readCommaDecimals(connection, table);
  if (!header)
    notes.push("The file has no header line: its columns are called column_1, column_2 and so on.");
  return notes;
}
