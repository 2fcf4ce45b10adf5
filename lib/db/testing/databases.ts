import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { type Db, openDb, openPostgres, preparePostgres } from "@/lib/db/client";

/** A database of a test's own. */
export type TestDatabase = {
  db: Db;
  /** What another process opens it by. */
  folder: string;
  url: string | undefined;
  close(): Promise<void>;
};

export type DatabaseKind = "sqlite" | "postgresql";

/** Both that the app works on: what holds on one holds on the other (`describe.each(databaseKinds)`). */
export const databaseKinds: DatabaseKind[] = ["sqlite", "postgresql"];

/** An empty database, brought up to date. */
export async function openTestDatabase(kind: DatabaseKind = "sqlite"): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "kaboo-db-"));
  const url = kind === "postgresql" ? await createDatabase() : undefined;
  const db = url === undefined ? openDb(folder) : openPostgres(url);
  return {
    db,
    folder,
    url,
    async close() {
      await db.$disconnect();
      rmSync(folder, { recursive: true, force: true });
      if (url !== undefined)
        await asSuperuser((client) => client.query(`DROP DATABASE ${nameIn(url)} WITH (FORCE)`));
    },
  };
}

async function createDatabase(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/kaboo_${randomBytes(6).toString("hex")}`;
  await asSuperuser((client) => client.query(`CREATE DATABASE ${nameIn(url.href)}`));
  await preparePostgres(url.href);
  return url.href;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function asSuperuser(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await work(client).finally(() => client.end());
}
