import { columnNames } from "./column-names.mjs";
import { csvDialect, parseRecords } from "./csv-dialect.mjs";
import { literal, quote } from "./sql-text.mjs";

const commaDecimal = "^-?(\\d{1,3}(\\.\\d{3})+|\\d+)(,\\d+)?$";

async function rejects(connection) {
  const reader = await connection.runAndReadAll(
    "select error_type::varchar, count(distinct line)::integer, min(line)::integer from reject_errors group by 1 order by 1",
  );
  return reader.getRows().map(([type, count, line]) => ({ type, count, line }));
}

/** How many values the longest of the lines with too many has. */
async function mostValues(connection, separator) {
  const reader = await connection.runAndReadAll(
    "select csv_line from reject_errors where error_type = 'TOO MANY COLUMNS' order by length(csv_line) desc limit 10000",
  );
  const widths = reader.getRows().map(([line]) => parseRecords(String(line), separator, 1)[0]?.length ?? 0);
  return Math.max(0, ...widths);
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
  const headers = header ? first : first.map(() => "");
  const read = (names, further) =>
    connection.run(
      `create table ${quote(table)} as from read_csv(${[
        literal(file),
        `delim=${literal(separator)}`,
        `quote='"'`,
        `escape='"'`,
        `header=${header}`,
        // Said only when needed: the engine then no longer copes with uneven lines.
        ...(skip > 0 ? [`skip=${skip}`] : []),
        `names=[${columnNames(names).map(literal).join(", ")}]`,
        // Every row is looked at before a type is chosen, so that none fails to fit it later.
        "sample_size=-1",
        "max_line_size=16000000",
        "parallel=false",
        further,
      ].join(", ")})`,
    );
  await read(headers, "store_rejects=true, rejects_limit=0");
  const found = await rejects(connection);
  const notes = notesOf(found);
  if (found.length > 0) {
    const further = Math.max(0, (await mostValues(connection, separator)) - headers.length);
    await connection.run(`drop table ${quote(table)}`);
    await read([...headers, ...Array(further).fill("")], "null_padding=true");
  }
  if (separator === ";") await readCommaDecimals(connection, table);
  if (!header)
    notes.push("The file has no header line: its columns are called column_1, column_2 and so on.");
  return notes;
}
