import { rm } from "node:fs/promises";
import { join } from "node:path";
import { columnNames } from "./column-names.mjs";
import { csvDialect } from "./csv-dialect.mjs";
import { writeLines } from "./csv-lines.mjs";
import { ImportProblem } from "./problem.mjs";
import { literal, quote } from "./sql-text.mjs";

function notesOf({ uneven, firstUneven }, header) {
  const notes = [];
  if (uneven > 0)
    notes.push(
      `${uneven} ${uneven === 1 ? "line has" : "lines have"} another number of values than the first one (see line ${firstUneven}). Missing values were left empty, further ones got columns of their own.`,
    );
  if (!header)
    notes.push("The file has no header line: its columns are called column_1, column_2 and so on.");
  return notes;
}

/** Puts a UTF-8 file of separated values into `staged`: every value as the text it is, nothing read into it yet. */
export async function readCsv(connection, file, { folder, onShare }) {
  const dialect = csvDialect(file);
  const lines = join(folder, "lines");
  const found = await writeLines(file, lines, dialect, onShare);
  const { headers = [], width, uneven, spans } = found;
  if (width === 0) throw new ImportProblem("The file is empty.");
  const all = [...headers, ...Array(width - headers.length).fill("")];
  const names = columnNames(all);
  await connection.run(
    `create table staged as from read_csv(${[
      literal(lines),
      "auto_detect=false",
      "header=false",
      `columns={${names.map((name) => `${quote(name)}: 'VARCHAR'`).join(", ")}}`,
      `delim=','`,
      `quote='"'`,
      `escape='"'`,
      // Not guessed: values may hold line ends of another kind.
      "new_line='\\n'",
      // Nothing is NULL, "" is a text.
      "allow_quoted_nulls=false",
      "max_line_size=16000000",
      ...(uneven > 0 ? ["null_padding=true"] : []),
      // The engine can't read these in pieces.
      ...(uneven > 0 || spans ? ["parallel=false"] : []),
    ].join(", ")})`,
  );
  await rm(lines);
  return { names, headers: all, separator: dialect.separator, notes: notesOf(found, dialect.header) };
}
