import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { Client } from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migratePostgres, migrateSqlite } from "@/lib/db/migrate";

const folder = mkdtempSync(join(tmpdir(), "kaboo-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const migrationsOf = (provider: string) => join("prisma", provider, "migrations");
const stepsOf = (provider: string) =>
  readdirSync(migrationsOf(provider))
    .filter((name) => /^\d/.test(name))
    .sort();

/** The migrations as they were when there were `count` of them. */
function earlier(provider: string, count: number): string {
  const copy = join(folder, `${provider}-${count}`);
  mkdirSync(copy, { recursive: true });
  for (const name of stepsOf(provider).slice(0, count))
    cpSync(join(migrationsOf(provider), name), join(copy, name), { recursive: true });
  return copy;
}

/** One text for every text, so that each reference finds its row. */
function valueFor(type: string): string | number {
  if (/json/i.test(type)) return "{}";
  if (/int|bool|real|double/i.test(type)) return 1;
  if (/time|date/i.test(type)) return "2026-11-30 10:00:00";
  return "x";
}

type Column = { table: string; name: string; type: string };

function insertOf(
  columns: Column[],
  place: (index: number) => string,
): { sql: string; values: (string | number)[] } {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map((_, index) => place(index)).join(", ");
  return {
    sql: `INSERT INTO "${columns[0]?.table}" (${names}) VALUES (${places})`,
    values: columns.map(({ type }) => valueFor(type)),
  };
}

test("[U7] a SQLite database of every earlier version keeps its rows through the upgrade", () => {
  const steps = stepsOf("sqlite");
  for (let count = 1; count < steps.length; count++) {
    const file = join(folder, `from-${count}.db`);
    migrateSqlite(file, earlier("sqlite", count));
    const db = new Database(file);
    db.exec("PRAGMA foreign_keys = OFF");
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
      )
      .all() as { name: string }[];
    for (const { name: table } of tables) {
      const columns = db.prepare(`SELECT name, type FROM pragma_table_info('${table}')`).all() as Column[];
      const { sql, values } = insertOf(
        columns.map((column) => ({ ...column, table })),
        () => "?",
      );
      db.prepare(sql).run(...values);
    }
    db.close();
    expect(migrateSqlite(file, migrationsOf("sqlite"))).toEqual(steps.slice(count));
    const upgraded = new Database(file);
    for (const { name } of tables)
      expect(
        upgraded.prepare(`SELECT count(*) AS n FROM "${name}"`).get(),
        `${name} since ${steps[count]}`,
      ).toMatchObject({ n: 1 });
    upgraded.close();
  }
});

test("[U7] a PostgreSQL database of every earlier version keeps its rows through the upgrade", async () => {
  const admin = new Client({ connectionString: inject("postgresUrl") });
  await admin.connect();
  const steps = stepsOf("postgresql");
  for (let count = 1; count < steps.length; count++) {
    const name = `upgrade_${process.pid}_${count}`;
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(inject("postgresUrl"));
    url.pathname = `/${name}`;
    await migratePostgres(url.href, earlier("postgresql", count));
    const db = new Client({ connectionString: url.href });
    await db.connect();
    // Rows come in any order: references are not looked at meanwhile.
    await db.query("SET session_replication_role = replica");
    const { rows } = await db.query<Column>(
      `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'`,
    );
    const tables = [...new Set(rows.map(({ table }) => table))];
    for (const table of tables) {
      const columns = rows.filter((column) => column.table === table);
      const { sql, values } = insertOf(columns, (index) => `$${index + 1}`);
      await db.query(sql, values);
    }
    await db.query("RESET session_replication_role");
    expect(await migratePostgres(url.href, migrationsOf("postgresql"))).toEqual(steps.slice(count));
    for (const table of tables)
      expect(
        (await db.query(`SELECT count(*)::int AS n FROM "${table}"`)).rows,
        `${table} since ${steps[count]}`,
      ).toEqual([{ n: 1 }]);
    await db.end();
    await admin.query(`DROP DATABASE ${name}`);
  }
  await admin.end();
});
