import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "@/lib/db/generated/sqlite/client";
import { migrateSqlite } from "@/lib/db/migrate";

export type Db = PrismaClient;

const migrations = resolve("prisma/sqlite/migrations");

/**
 * Opens the app's database under `dataFolder`, making and migrating it first. One client per process: a second one
 * on the same file would block the loop while it waits for the first.
 */
export function openDb(dataFolder: string): Db {
  mkdirSync(dataFolder, { recursive: true });
  const file = join(resolve(dataFolder), "kaboo.db");
  migrateSqlite(file, migrations);
  const adapter = new PrismaLibSql({ url: pathToFileURL(file).href, timeout: 10_000, intMode: "number" });
  return new PrismaClient({ adapter });
}
