import { AppError } from "@/lib/shared/app-error";
import type { Cell, Column, ColumnDescription, SourceTable, TableDescription } from "@/lib/sources/schema";

/** Asks SQL of one file of rows and gives back the rows. */
export type Ask = (sql: string) => Promise<Cell[][]>;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const nested = /\[|^(STRUCT|MAP|UNION|BLOB|BIT|GEOMETRY|VARIANT)/;
const sampleCount = 8;
/** Above this many rows, distinct values are estimated. */
const countExactly = 2_000_000;

const text = (cell: Cell | undefined) => (cell === null || cell === undefined ? null : String(cell));
const texts = (cell: Cell | undefined) => (Array.isArray(cell) ? cell.map(String) : []);

/** The tables of a file with their columns and how many rows each has. */
export async function describeTables(ask: Ask): Promise<SourceTable[]> {
  const listed = await ask("show all tables");
  return Promise.all(
    listed.map(async ([, , name, names, types]) => {
      const [count] = await ask(`select count(*) from ${quote(String(name))}`);
      const itsTypes = texts(types);
      const columns = texts(names).map((column, index) => ({ name: column, type: itsTypes[index] ?? "" }));
      return { name: String(name), rowCount: Number(count?.[0] ?? 0), columns };
    }),
  );
}

async function describeColumn(
  ask: Ask,
  { name: table, rowCount }: SourceTable,
  column: Column,
): Promise<ColumnDescription> {
  const name = quote(column.name);
  const from = `from ${quote(table)}`;
  if (nested.test(column.type)) {
    const [row] = await ask(`select count(*) - count(${name}) ${from}`);
    const nullShare = rowCount === 0 ? 0 : Number(row?.[0]) / rowCount;
    return { ...column, nullShare, distinct: 0, min: null, max: null, samples: [] };
  }
  const distinct = rowCount > countExactly ? `approx_count_distinct(${name})` : `count(distinct ${name})`;
  const [[row], frequent] = await Promise.all([
    ask(
      `select count(*) - count(${name}), ${distinct}, min(${name})::varchar, max(${name})::varchar ${from}`,
    ),
    ask(
      `select ${name}::varchar ${from} where ${name} is not null group by ${name} order by count(*) desc, ${name} limit ${sampleCount}`,
    ),
  ]);
  return {
    ...column,
    nullShare: rowCount === 0 ? 0 : Number(row?.[0]) / rowCount,
    distinct: Number(row?.[1] ?? 0),
    min: text(row?.[2]),
    max: text(row?.[3]),
    samples: frequent.map(([cell]) => String(cell)),
  };
}

/** Ranges, distinct values and the most frequent ones, column by column. Throws not_found with the tables there are. */
export async function describeTable(
  ask: Ask,
  source: { id: string; tables: SourceTable[] },
  tableName: string,
): Promise<TableDescription> {
  const table = source.tables.find((each) => each.name.toLowerCase() === tableName.toLowerCase());
  if (!table) {
    const names = source.tables.map((each) => each.name).join(", ");
    throw new AppError("not_found", `There is no table "${tableName}". Tables here: ${names}.`);
  }
  const columns = await Promise.all(table.columns.map((column) => describeColumn(ask, table, column)));
  return { sourceId: source.id, table: table.name, rowCount: table.rowCount, columns };
}
