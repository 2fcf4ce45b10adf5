import type { ArgType, SqlQuery, SqlQueryable, Transaction } from "@prisma/driver-adapter-utils";
import type { Db } from "@/lib/db/client";
import { driverErrorKind, NothingWritten } from "@/lib/db/write";

/**
 * What every run asks and writes is sent past the client, in a database's own words: planning a query and unpacking its
 * rows takes the client ten times what it takes the database, and a turn has fifty. Everything else is the client's.
 */
export type Statement = Readonly<Record<Db["provider"], string>>;

/** JSON goes in as its text. */
export type Value = string | number | null | Date;

/** By column. JSON comes out as its text, a boolean as either database has it. */
export type Row = Readonly<Record<string, unknown>>;

/** With `written`, it has RETURNING, and it is an error when nothing comes back. */
export type Write = { statement: Statement; values: readonly Value[]; written?: true };

const mostAttempts = 5;

/** Words that both databases know, with `?` for each value. */
export function statement(sql: string): Statement {
  let places = 0;
  const numbered = sql.replaceAll("?", () => {
    places += 1;
    return `$${places}`;
  });
  return { sqlite: sql, postgresql: numbered };
}

export async function select(db: Db, asked: Statement, values: readonly Value[]): Promise<Row[]> {
  return rowsOf(await db.driver(), queryOf(db, asked, values));
}

/** Gives the number of rows it wrote. Rejects with the driver's error, also when a key is taken. */
export async function write(db: Db, asked: Statement, values: readonly Value[]): Promise<number> {
  const driver = await db.driver();
  return driver.executeRaw(queryOf(db, asked, values));
}

/** All or none, in order; gives what each returned. Tried again when the database asks for it. */
export async function writeInOrder(db: Db, writes: readonly Write[]): Promise<Row[][]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(db, writes);
    } catch (error) {
      if (attempt === mostAttempts || driverErrorKind(error) !== "TransactionWriteConflict") throw error;
    }
  }
}

async function writeOnce(db: Db, writes: readonly Write[]): Promise<Row[][]> {
  const driver = await db.driver();
  const transaction = await driver.startTransaction();
  const returned: Row[][] = [];
  try {
    for (const { statement, values, written } of writes) {
      const rows = await rowsOf(transaction, queryOf(db, statement, values));
      if (written && rows.length === 0) throw new NothingWritten();
      returned.push(rows);
    }
  } catch (error) {
    await end(transaction, "rollback");
    throw error;
  }
  await end(transaction, "commit");
  return returned;
}

/** One driver ends a transaction itself, the other leaves that to whoever began it. */
async function end(transaction: Transaction, how: "commit" | "rollback"): Promise<void> {
  try {
    if (!transaction.options.usePhantomQuery)
      await transaction.executeRaw({ sql: how.toUpperCase(), args: [], argTypes: [] });
  } finally {
    await transaction[how]();
  }
}

function queryOf(db: Db, asked: Statement, values: readonly Value[]): SqlQuery {
  return { sql: asked[db.provider], args: [...values], argTypes: values.map(typeOf) };
}

const scalar = (scalarType: ArgType["scalarType"]): ArgType => ({ scalarType, arity: "scalar" });
const text = scalar("string");
const number = scalar("int");
const time = scalar("datetime");

function typeOf(value: Value): ArgType {
  if (value instanceof Date) return time;
  return typeof value === "number" ? number : text;
}

async function rowsOf(queryable: SqlQueryable, query: SqlQuery): Promise<Row[]> {
  const { columnNames, rows } = await queryable.queryRaw(query);
  return rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
}
