import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type Db, openDb, openPostgres } from "@/lib/db/client";
import type { AdaptDriver } from "@/lib/db/driver";

/** A database of a test's own, empty and up to date. */
export type TestDatabase = {
  db: Db;
  /** For whatever else the test keeps; the SQLite file is in it. */
  folder: string;
  /** What another process opens a PostgreSQL database by. */
  url: string | undefined;
  close(): Promise<void>;
};

/** Which database a test is about when it doesn't say: the whole suite of services runs on both (vitest.config.ts). */
export type DatabaseKind = "sqlite" | "postgresql";

// At once, as the services are: a test's set-up need not wait.
const createDatabase = `
  import { Client } from "pg";
  const client = new Client({ connectionString: process.argv[1] });
  await client.connect();
  await client.query("CREATE DATABASE " + process.argv[2] + " TEMPLATE kaboo_template");
  await client.end();`;

export function openTestDatabase(
  kind: DatabaseKind = inject("databaseKind"),
  adapt?: AdaptDriver,
): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), "kaboo-db-"));
  const url = kind === "postgresql" ? newPostgres() : undefined;
  const db = url === undefined ? openDb(folder, adapt) : openPostgres(url, adapt);
  return {
    db,
    folder,
    url,
    // The server goes with its databases when the run is over.
    async close() {
      await db.$disconnect();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function newPostgres(): string {
  const name = `kaboo_${randomBytes(6).toString("hex")}`;
  const url = new URL(inject("postgresUrl"));
  const args = ["--input-type=module", "-e", createDatabase, url.href, name];
  const made = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  url.pathname = `/${name}`;
  return url.href;
}
