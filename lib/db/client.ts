import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type { AdaptDriver } from "@/lib/db/driver";
import { PrismaClient as PostgresClient } from "@/lib/db/generated/postgresql/client";
import { PrismaClient } from "@/lib/db/generated/sqlite/client";
import { migratePostgres, migrateSqlite } from "@/lib/db/migrate";
import { enduring } from "@/lib/db/outages";
import { SqliteAdapter } from "@/lib/db/sqlite-client";
import { storableText } from "@/lib/db/storable-text";

export type Db = PrismaClient & {
  /** For the few statements that are written in a database's own words. */
  readonly provider: "sqlite" | "postgresql";
  /** What the client itself sends its statements through; for `lib/db/statement.ts` alone. */
  driver(): Promise<SqlDriverAdapter>;
};

const asItIs: AdaptDriver = (driver) => driver;

/** Connections of one process; a peer has as many of its own. */
const connections = 10;

/** A transaction waits its turn, or for its database, longer than the client would have it. */
const transactionOptions = { maxWait: 12_000, timeout: 15_000 };

const migrationsOf = (provider: "sqlite" | "postgresql") => resolve("prisma", provider, "migrations");

/**
 * Opens the app's database under `dataFolder`, making and migrating it first. One client per process: a second one
 * on the same file would block the loop while it waits for the first.
 */
export function openDb(dataFolder: string, adapt = asItIs): Db {
  mkdirSync(dataFolder, { recursive: true });
  const file = join(resolve(dataFolder), "kaboo.db");
  migrateSqlite(file, migrationsOf("sqlite"));
  const url = pathToFileURL(file).href;
  const driver = new SqliteAdapter({ url, timeout: 10_000 });
  const adapter = connectedOnce(storableText(adapt(driver)));
  const client = new PrismaClient({ adapter, transactionOptions });
  return Object.assign(client, { provider: "sqlite" as const, driver: adapter.connect });
}

/** Opens the app's database on PostgreSQL. `preparePostgres` must have been there before. */
export function openPostgres(url: string, adapt = asItIs): Db {
  const pool = {
    connectionString: url,
    max: connections,
    // A connection whose other end is gone without a word would be waited for without end.
    connectionTimeoutMillis: 10_000,
    query_timeout: 15_000,
    keepAlive: true,
  };
  // A query of one shape is planned once per connection.
  const driver = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) });
  // Both clients are generated from the same models; only the types of their transactions differ by name.
  const adapter = connectedOnce(storableText(enduring(adapt(driver))));
  const client = new PostgresClient({ adapter, transactionOptions }) as unknown as PrismaClient;
  return Object.assign(client, { provider: "postgresql" as const, driver: adapter.connect });
}

/** A driver whose connections the client shares with the statements that are sent past it. */
function connectedOnce(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  let connected: Promise<SqlDriverAdapter> | undefined;

  async function open(): Promise<SqlDriverAdapter> {
    const driver = await factory.connect();
    const dispose = driver.dispose.bind(driver);
    const forgetting = () => {
      connected = undefined;
      return dispose();
    };
    return Object.assign(driver, { dispose: forgetting });
  }

  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: () => (connected ??= open()),
  };
}

/** Brings the database of a `DATABASE_URL` up to date. Throws when it is none of PostgreSQL, or can't be. */
export async function preparePostgres(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new Error("DATABASE_URL must be that of a PostgreSQL database: postgres://user:password@host/name");
  try {
    await migratePostgres(url, migrationsOf("postgresql"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`The database named by DATABASE_URL can't be used: ${reason}`, { cause });
  }
}

const names = new Map<string, string>();
const mostNames = 500;

/** The same name for the same text. Lists of every length are texts of their own, so there is an end to it. */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return "";
  const name = `kaboo_${names.size}`;
  names.set(sql, name);
  return name;
}
