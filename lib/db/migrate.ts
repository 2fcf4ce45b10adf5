import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

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

// Prisma's own table, so that `prisma migrate deploy` stays usable where it can be downloaded.
const table = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`;

function pending(known: Migration[], applied: { migration_name: string; checksum: string }[]): Migration[] {
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
      db.exec(table);
      const applied = db
        .prepare(
          `SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
        )
        .all() as { migration_name: string; checksum: string }[];
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
