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

/** How one engine's tables are asked about. */
export type DescribeDialect = {
  /** What stands after FROM for a table of this name. */
  from(table: SourceTable): string;
  /** Columns of which no range or frequent values are asked. */
  bare: RegExp;
};
export const embedded: DescribeDialect = { from: ({ name }) => quote(name), bare: nested };

/** Another's database isn't read from end to end for a description: its first rows serve. */
const rowsLookedAt = 100_000;
export const postgres = (tables: { label: string; schema: string; name: string }[]): DescribeDialect => ({
  from({ name: label }) {
    const table = tables.find((each) => each.label === label);
    const name = table ? `${quote(table.schema)}.${quote(table.name)}` : quote(label);
    return `(select * from ${name} limit ${rowsLookedAt}) as looked_at`;
  },
  bare: /\[|^(json|xml|bytea|bool|uuid|point|line|lseg|box|path|polygon|circle|bit|tsvector|tsquery)/,
});

async function describeColumn(
  ask: Ask,
  dialect: DescribeDialect,
  table: SourceTable,
  column: Column,
): Promise<ColumnDescription> {
  const name = quote(column.name);
  const from = `from ${dialect.from(table)}`;
  const rowCount = dialect === embedded ? table.rowCount : Math.min(table.rowCount, rowsLookedAt);
  if (dialect.bare.test(column.type)) {
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
  dialect: DescribeDialect = embedded,
): Promise<TableDescription> {
  const table = source.tables.find((each) => each.name.toLowerCase() === tableName.toLowerCase());
  if (!table) {
    const names = source.tables.map((each) => each.name).join(", ");
    throw new AppError("not_found", `There is no table "${tableName}". Tables here: ${names}.`);
  }
  const columns = await Promise.all(
    table.columns.map((column) => describeColumn(ask, dialect, table, column)),
  );
  return { sourceId: source.id, table: table.name, rowCount: table.rowCount, columns };
}
