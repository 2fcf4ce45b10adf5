import { candidatesOf } from "./candidates.mjs";
import { settleNumbers } from "./number-types.mjs";
import { misfitOf, textOf } from "./readings.mjs";
import { quote } from "./sql-text.mjs";

const sampledCells = 400_000;
const sampledRows = 2_000;
const columnsAtOnce = 50;
/** Of a column's values, how many may be otherwise for its reading to be proposed. */
const mostMisfits = 0.2;

const valuesOf = async (connection, sql) => (await connection.runAndReadAll(sql)).getRows();

/** Texts from all over the table, by column. */
async function sampleOf(connection, columns, rowCount) {
  const rows = Math.max(100, Math.min(sampledRows, Math.floor(sampledCells / columns.length)));
  const step = Math.max(1, Math.ceil(rowCount / rows));
  const names = columns.map(({ name }) => quote(name)).join(", ");
  const sampled = await valuesOf(connection, `select ${names} from staged where rowid % ${step} = 0`);
  return columns.map((_, at) =>
    sampled.map((row) => row[at]?.trim()).filter((text) => text !== undefined && text !== ""),
  );
}

/** How many of each column's values are there, and how many of them aren't what each of its readings says. */
async function countMisfits(connection, asked) {
  const counted = [];
  for (let from = 0; from < asked.length; from += columnsAtOnce) {
    const some = asked.slice(from, from + columnsAtOnce);
    const counts = some.flatMap(({ column, readings }) => [
      `count(*) filter (trim(${textOf(column)}) <> '')`,
      ...readings.map((reading) => `count(*) filter (${misfitOf(column, reading)})`),
    ]);
    const [row] = await valuesOf(connection, `select ${counts.join(", ")} from staged`);
    let at = 0;
    for (const { column, readings } of some) {
      const values = Number(row[at++]);
      counted.push({
        column,
        values,
        tried: readings.map((reading) => ({ reading, misfits: Number(row[at++]) })),
      });
    }
  }
  return counted;
}

const isStyled = ({ reading }) =>
  reading.as === "number" && (reading.style === "comma" || reading.style === "point");
const isOrdered = ({ reading }) => reading.order === "dmy" || reading.order === "mdy";

/** How the file writes numbers and days, where a column leaves no doubt. */
function habitsOf(settled, separator) {
  const sure = (fits, key, value) =>
    settled.some(
      ({ fitting }) => fitting.length === 1 && fits(fitting[0]) && fitting[0].reading[key] === value,
    );
  const comma = sure(isStyled, "style", "comma") || (separator === ";" && !sure(isStyled, "style", "point"));
  const dayFirst = sure(isOrdered, "order", "dmy") || (comma && !sure(isOrdered, "order", "mdy"));
  return { comma, dayFirst };
}

/** The reading of several that fit alike, by what the rest of the file is like; and that it was a choice. */
function choose(fitting, { comma, dayFirst }, texts) {
  const [first, second] = fitting;
  if (!second) return { reading: first.reading };
  if (fitting.some(isOrdered)) {
    const dotted = texts.some((text) => text.includes("."));
    const order = dayFirst || dotted ? "dmy" : "mdy";
    return {
      reading: fitting.find(({ reading }) => reading.order === order)?.reading ?? first.reading,
      doubt: !dotted,
    };
  }
  const style = comma ? "comma" : (first.reading.style ?? "point");
  const chosen = fitting.find(({ reading }) => reading.style === style) ?? first;
  return { reading: chosen.reading, doubt: chosen.reading.style !== undefined };
}

/**
 * What each staged column is read as: the narrowest of the known readings that fits every one of its values, else text;
 * with `almost`, the reading that fits nearly all of them, and whether it was a `doubt`ful choice.
 */
export async function findReadings(connection, { columns, separator, rowCount }) {
  const plain = columns.filter(({ given }) => given === "VARCHAR");
  const found = new Map(columns.map((column) => [column, { reading: { as: "given" } }]));
  if (plain.length === 0) return columns.map((column) => found.get(column));
  const samples = await sampleOf(connection, plain, rowCount);
  const asked = plain.map((column, at) => ({ column, texts: samples[at], ...candidatesOf(samples[at]) }));
  const first = await countMisfits(
    connection,
    asked.map(({ column, all }) => ({ column, readings: all })),
  );
  const open = asked.map((each, at) => ({
    ...each,
    ...first[at],
    fitting: first[at].tried.filter(({ misfits }) => misfits === 0),
  }));
  const failed = open.filter(({ fitting, values }) => fitting.length === 0 && values > 0);
  const second = await countMisfits(
    connection,
    failed.map(({ column, most }) => ({ column, readings: most })),
  );
  for (const [at, each] of failed.entries()) {
    each.tried = [...each.tried, ...second[at].tried];
    each.fitting = each.tried.filter(({ misfits }) => misfits === 0).slice(0, 2);
  }
  const habits = habitsOf(open, separator);
  const chosen = open.map(({ column, values, tried, fitting, texts }) => {
    if (fitting.length > 0) return { column, ...choose(fitting, habits, texts) };
    const [best] = tried.sort((one, other) => one.misfits - other.misfits);
    const almost =
      best && best.misfits <= values * mostMisfits ? { values, misfits: best.misfits } : undefined;
    return { column, reading: best?.reading ?? { as: "text" }, text: true, almost };
  });
  const settled = await settleNumbers(connection, chosen);
  for (const [at, { column, doubt, text, almost }] of chosen.entries()) {
    if (!text)
      found.set(column, { ...settled[at], ...(doubt && settled[at].reading.as !== "text" && { doubt }) });
    else if (!almost) found.set(column, { reading: { as: "text" } });
    else found.set(column, { reading: { as: "text" }, almost: settled[at].reading, ...almost });
  }
  return columns.map((column) => found.get(column));
}
