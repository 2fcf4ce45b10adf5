import { misfitOf, readValue } from "./readings.mjs";
import { quote } from "./sql-text.mjs";

/**
 * Writes the staged rows as a table of the source. `misfits` says what becomes of values that don't fit: their column stays `text`, they
 * become `null`, or their rows are left out (`leave_out`). Tells how many values or rows that were.
 */
export async function writeTable(connection, { columns }, { table, replace, readings, misfits }) {
  const unfit = columns.map((column, at) => misfitOf(column, readings[at]));
  const counted = unfit.map((each) => `count(*) filter (${each})`);
  const [counts] = (await connection.runAndReadAll(`select ${counted.join(", ")} from staged`)).getRows();
  const places = columns.flatMap((_, at) => (Number(counts[at]) > 0 ? [at] : []));
  const used = readings.map((reading, at) =>
    misfits === "text" && places.includes(at) ? { as: "text" } : reading,
  );
  const values = columns.map((column, at) => `${readValue(column, used[at])} as ${quote(column.name)}`);
  const where =
    misfits === "leave_out" && places.length > 0
      ? `where not (${places.map((at) => unfit[at]).join(" or ")})`
      : "";
  const target = `source.main.${quote(table)}`;
  if (replace) await connection.run(`drop table if exists ${target}`);
  await connection.run(`create table ${target} as select ${values.join(", ")} from staged ${where}`);
  return Number(places.reduce((sum, at) => sum + Number(counts[at]), 0));
}
