import { columnNotes } from "./column-notes.mjs";
import { findReadings } from "./find-readings.mjs";
import { stageFile } from "./stage-file.mjs";

/**
 * Reads the file in `folder` into `staged`, every value as it is written, and finds what each column may be read as.
 * `report(step)(share)` is told how far it is.
 */
export async function stage(connection, { folder, maxBytes }, report) {
  const onShare = report("reading");
  const { names, headers, separator, notes } = await stageFile(connection, { folder, maxBytes, onShare });
  report("types")(1);
  const described = (await connection.runAndReadAll("describe staged")).getRows();
  const given = new Map(described.map(([name, type]) => [String(name), String(type)]));
  const columns = names.map((name, at) => ({ name, header: headers[at], given: given.get(name) }));
  const [[count]] = (await connection.runAndReadAll("select count(*) from staged")).getRows();
  const rowCount = Number(count);
  const found = await findReadings(connection, { columns, separator, rowCount });
  const told = columns.map((column, at) => ({
    ...column,
    reading: found[at].reading,
    ...(found[at].almost && { almost: found[at].almost }),
    notes: columnNotes(found[at]),
  }));
  return { rowCount, notes, columns: told };
}
