import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { Client } from "pg";

type Migration = { name: string; sql: string; checksum: string };

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "migration.sql")))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

type Applied = { migration_name: string; checksum: string };

// Prisma's own table, so that `prisma migrate deploy` stays usable where it can be downloaded.
const table = (time: string, count: string) => `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" ${time},
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" ${time},
  "started_at" ${time} NOT NULL DEFAULT current_timestamp, "applied_steps_count" ${count} NOT NULL DEFAULT 0)`;

const selectApplied = `SELECT migration_name, checksum FROM "_prisma_migrations"
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

/** Any number, the same in every process: who holds it migrates. It is Prisma's own. */
const advisoryLock = 72707369;

function pending(known: Migration[], applied: Applied[]): Migration[] {
  for (const row of applied) {
    const migration = known.find((each) => each.name === row.migration_name);
    if (!migration)
      throw new Error(
        `The database was written by a newer version (migration ${row.migration_name}). Update, or run npm run reset.`,
      );
    if (migration.checksum !== row.checksum)
      throw new Error(
        `Migration ${migration.name} was edited after it was applied. Write a new one instead.`,
      );
  }
  const names = new Set(applied.map((row) => row.migration_name));
  return known.filter((migration) => !names.has(migration.name));
}

/**
 * Brings the SQLite file up to the newest migration in one transaction, and returns the names applied.
 * Two processes that start together queue up on the write lock. Throws, with nothing changed, when a step fails.
 */
export function migrateSqlite(file: string, folder: string): string[] {
  const db = new Database(file);
  try {
    // The wait must be set before the journal mode: changing that needs the lock.
    db.exec("PRAGMA busy_timeout = 10000");
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA foreign_keys = OFF");
    db.exec("BEGIN IMMEDIATE");
    try {
      db.exec(table("DATETIME", "INTEGER UNSIGNED"));
      const applied = db.prepare(selectApplied).all() as Applied[];
      const steps = pending(readMigrations(folder), applied);
      const record = db.prepare(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)`,
      );
      for (const step of steps) {
        // These have no effect inside a transaction.
        db.exec(step.sql.replace(/^PRAGMA (defer_)?foreign_keys\s*=\s*\w+;$/gm, ""));
        const now = Date.now();
        record.run(randomUUID(), step.checksum, step.name, now, now);
      }
      if (db.prepare("PRAGMA foreign_key_check").all().length > 0)
        throw new Error("A migration leaves broken foreign keys.");
      db.exec("COMMIT");
      return steps.map((step) => step.name);
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  } finally {
    db.close();
  }
}

/**
 * Brings a PostgreSQL database up to the newest migration in one transaction, and returns the names applied. Processes
 * that start together queue up on a lock. Throws, with nothing changed, when a step fails.
 */
export async function migratePostgres(url: string, folder: string): Promise<string[]> {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    await db.query("BEGIN");
    await db.query("SELECT pg_advisory_xact_lock($1)", [advisoryLock]);
    await db.query(table("TIMESTAMPTZ", "INTEGER"));
    const { rows } = await db.query<Applied>(selectApplied);
    const steps = pending(readMigrations(folder), rows);
    for (const step of steps) {
      await db.query(step.sql);
      await db.query(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, started_at, applied_steps_count)
         VALUES ($1, $2, $3, now(), now(), 1)`,
        [randomUUID(), step.checksum, step.name],
      );
    }
    await db.query("COMMIT");
    return steps.map((step) => step.name);
  } finally {
    // Whatever is not committed goes with the connection.
    await db.end();
  }
}
