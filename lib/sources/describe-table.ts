import { AppError } from "@/lib/shared/app-error";
import type { Cell, Column, ColumnDescription, SourceTable, TableDescription } from "@/lib/sources/schema";

/** Asks SQL of one file of rows and gives back the rows. */
export type Ask = (sql: string) => Promise<Cell[][]>;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const nested = /\[|^(STRUCT|MAP|UNION|BLOB|BIT|GEOMETRY|VARIANT)/;
const sampleCount = 8;
/** Columns in one question; of the first of a wide table, frequent values are told as well. */
const columnsAtOnce = 10;
const sampledColumns = 200;
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

/** What one reading of the table tells of a column: how many NULLs, and where it makes sense distinct values and range. */
function measuresOf({ name, type }: Column, dialect: DescribeDialect, rowCount: number): string[] {
  const column = quote(name);
  const nulls = `count(*) - count(${column})`;
  if (dialect.bare.test(type)) return [nulls, "0", "null", "null"];
  const distinct = rowCount > countExactly ? `approx_count_distinct(${column})` : `count(distinct ${column})`;
  return [nulls, distinct, `min(${column})::varchar`, `max(${column})::varchar`];
}

async function frequentValues(ask: Ask, from: string, column: Column): Promise<string[]> {
  const name = quote(column.name);
  const found = await ask(
    `select ${name}::varchar ${from} where ${name} is not null group by ${name} order by count(*) desc, ${name} limit ${sampleCount}`,
  );
  return found.map(([cell]) => String(cell));
}

/** A few columns at once: each is a question of its own only for its frequent values. */
async function describeColumns(
  ask: Ask,
  dialect: DescribeDialect,
  table: SourceTable,
  { columns, sampled }: { columns: Column[]; sampled: boolean },
): Promise<ColumnDescription[]> {
  const from = `from ${dialect.from(table)}`;
  const rowCount = dialect === embedded ? table.rowCount : Math.min(table.rowCount, rowsLookedAt);
  const measures = columns.flatMap((column) => measuresOf(column, dialect, rowCount));
  const [[row = []], frequent] = await Promise.all([
    ask(`select ${measures.join(", ")} ${from}`),
    Promise.all(
      columns.map((column) =>
        sampled && !dialect.bare.test(column.type) ? frequentValues(ask, from, column) : [],
      ),
    ),
  ]);
  return columns.map((column, index) => {
    const [nulls, distinct, min, max] = row.slice(index * 4, index * 4 + 4);
    return {
      ...column,
      nullShare: rowCount === 0 ? 0 : Number(nulls) / rowCount,
      distinct: Number(distinct ?? 0),
      min: text(min),
      max: text(max),
      samples: frequent[index] ?? [],
    };
  });
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
  const columns: ColumnDescription[] = [];
  for (let start = 0; start < table.columns.length; start += columnsAtOnce) {
    const some = table.columns.slice(start, start + columnsAtOnce);
    const sampled = start < sampledColumns;
    columns.push(...(await describeColumns(ask, dialect, table, { columns: some, sampled })));
  }
  return { sourceId: source.id, table: table.name, rowCount: table.rowCount, columns };
}
