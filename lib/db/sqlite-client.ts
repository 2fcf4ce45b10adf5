import { fileURLToPath } from "node:url";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import Database from "libsql";

type Client = ReturnType<PrismaLibSql["createClient"]>;
type Ready = {
  statement: ReturnType<Database.Database["prepare"]>;
  /** What it gives back, as the adapter wants to be told; undefined for one that gives nothing. */
  result: { columns: string[]; columnTypes: string[] } | undefined;
};
type Asked = { sql: string; args: readonly unknown[] };

/** Statements that are kept ready. Lists of every length are texts of their own, so there is an end to it. */
const mostStatements = 500;

/**
 * Prisma's adapter on one connection that stays open, with its statements kept ready. The library's own client opens a
 * connection for every transaction and leaves the last one to the garbage collector, with its cache of pages.
 */
export class SqliteAdapter extends PrismaLibSql {
  override createClient({ url, timeout }: { url: string; timeout?: number }): Client {
    const connection = openConnection(url, timeout);
    // Of the library's client, the adapter calls these and no more.
    return connection as unknown as Client;
  }
}

function openConnection(url: string, timeout: number | undefined) {
  const db = new Database(fileURLToPath(url), { ...(timeout !== undefined && { timeout }) });
  // A commit is in the file's log before it counts, which no killed process takes back; only a machine that loses its
  // power may lose the newest ones, and is left with a sound file. Waiting for the disk each time costs 6 ms.
  db.exec("PRAGMA synchronous = NORMAL");
  const statements = new Map<string, Ready>();

  function prepared(sql: string): Ready {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= mostStatements) statements.clear();
    const statement = db.prepare(sql);
    const columns = statement.reader ? statement.raw(true).columns() : undefined;
    const result = columns && {
      columns: columns.map(({ name }) => name),
      columnTypes: columns.map(({ type }) => type ?? ""),
    };
    const ready = { statement, result };
    statements.set(sql, ready);
    return ready;
  }

  async function execute({ sql, args }: Asked) {
    const { result, statement } = prepared(sql);
    const given = args.map(asColumn);
    if (!result)
      return { columns: [], columnTypes: [], rows: [], rowsAffected: statement.run(given).changes };
    return { ...result, rows: statement.all(given), rowsAffected: 0 };
  }

  function rollBack() {
    if (db.inTransaction) db.exec("ROLLBACK");
  }

  return {
    execute,
    executeMultiple: async (sql: string) => void db.exec(sql),
    async transaction() {
      db.exec("BEGIN");
      return {
        execute,
        async commit() {
          try {
            db.exec("COMMIT");
          } finally {
            // What could not be committed must not be part of the next transaction.
            rollBack();
          }
        },
        rollback: async () => rollBack(),
      };
    },
    close: () => db.close(),
  };
}

function asColumn(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
