import { toCell } from "../cells.mjs";
import { misfitOf, readValue, textOf, typeOf } from "./readings.mjs";

const shownRows = 50;
const shownMisfits = 20;
/** A table of thousands of columns is previewed by its first. */
const shownColumns = 200;
const columnsAtOnce = 50;
const examples = 3;

async function cellsOf(connection, sql) {
  const result = await connection.stream(sql);
  const rows = [];
  for await (const chunk of result) rows.push(...chunk.convertRows(toCell));
  return rows;
}

/** Of each column how many values aren't what its reading says, and a few of them with the rows they stand in. */
async function misfitsOf(connection, columns, readings) {
  const found = [];
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    const some = columns.slice(from, from + columnsAtOnce);
    const asked = some.flatMap((column, at) => {
      const misfit = misfitOf(column, readings[from + at]);
      const example = `{'row': rowid + 1, 'text': ${textOf(column)}[:200]}`;
      if (misfit === "false") return ["0", "null"];
      return [
        `count(*) filter (${misfit})`,
        `list(${example} order by rowid) filter (${misfit})[:${examples}]`,
      ];
    });
    const idle = asked.every((each) => each === "0" || each === "null");
    const [row = []] = idle ? [] : await cellsOf(connection, `select ${asked.join(", ")} from staged`);
    for (const at of some.keys())
      found.push({
        misfits: Number(row[2 * at] ?? 0),
        examples: (row[2 * at + 1] ?? []).map(({ row: line, text }) => ({ row: Number(line), text })),
      });
  }
  return found;
}

/** A few rows as they would be, with the texts of those values that don't fit, by place. */
async function rowsOf(connection, columns, readings, { where, limit }) {
  const asked = columns.flatMap((column, at) => [
    readValue(column, readings[at]),
    `case when ${misfitOf(column, readings[at])} then ${textOf(column)}[:200] end`,
  ]);
  const found = await cellsOf(
    connection,
    `select rowid + 1, ${asked.join(", ")} from staged ${where} order by rowid limit ${limit}`,
  );
  return found.map(([row, ...cells]) => ({
    row: Number(row),
    cells: cells.filter((_, at) => at % 2 === 0),
    misfits: Object.fromEntries(
      columns.flatMap((_, at) => (cells[2 * at + 1] === null ? [] : [[at, cells[2 * at + 1]]])),
    ),
  }));
}

/** How the staged rows look, read as `readings`: types, the first rows, and what doesn't fit (S4). */
export async function preview(connection, { columns, rowCount }, readings) {
  const misfits = await misfitsOf(connection, columns, readings);
  const told = columns.map((column, at) => ({
    type: typeOf(readings[at], column.given),
    reading: readings[at],
    ...misfits[at],
  }));
  const shown = columns.slice(0, shownColumns);
  const rows = await rowsOf(connection, shown, readings, { where: "", limit: shownRows });
  const unfit = columns.flatMap((column, at) =>
    misfits[at].misfits > 0 ? [misfitOf(column, readings[at])] : [],
  );
  const where = `where ${unfit.join(" or ")}`;
  const misfitRows =
    unfit.length === 0 ? [] : await rowsOf(connection, shown, readings, { where, limit: shownMisfits });
  const [[misfitRowCount]] =
    unfit.length === 0 ? [[0]] : await cellsOf(connection, `select count(*) from staged ${where}`);
  return { columns: told, rows, misfitRows, misfitRowCount: Number(misfitRowCount), rowCount };
}
