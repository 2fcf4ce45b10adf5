// The app's database, copied and put back as a whole: SQLite by its own snapshot, PostgreSQL by its own programs.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import pg from "pg";
import { installedPostgres } from "./postgres.mjs";
import { databaseUrl, dataFolder } from "./settings.mjs";

const selectFiles = `SELECT "id", "config" FROM "Source" ORDER BY "id"`;

/** The files of rows that the database names, as `source/file`. */
export async function readSourceFiles() {
  const rows = databaseUrl ? await readPostgres() : readSqlite();
  return rows.flatMap(({ id, config }) => {
    const { file } = typeof config === "string" ? JSON.parse(config) : config;
    return file ? [join(id, file)] : [];
  });
}

function readSqlite() {
  const db = new Database(join(dataFolder, "kaboo.db"));
  try {
    db.exec("PRAGMA busy_timeout = 10000");
    return db.prepare(selectFiles).all();
  } finally {
    db.close();
  }
}

async function readPostgres() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(selectFiles)).rows;
  } finally {
    await client.end();
  }
}

/** One state of the database, whatever is written meanwhile. */
export async function copyDatabase(target) {
  if (databaseUrl) {
    const file = join(target, "kaboo.dump");
    return runPostgres("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`]);
  }
  const file = join(target, "kaboo.db");
  rmSync(file, { force: true });
  const db = new Database(join(dataFolder, "kaboo.db"));
  try {
    db.exec("PRAGMA busy_timeout = 10000");
    db.prepare("VACUUM INTO ?").run(file);
  } finally {
    db.close();
  }
}

/** The database becomes what was copied, in one transaction where there is a server. */
export function restoreDatabase(source) {
  if (!databaseUrl) return copyFileSync(join(source, "kaboo.db"), join(dataFolder, "kaboo.db"));
  const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"];
  return runPostgres("pg_restore", [...options, join(source, "kaboo.dump")]);
}

/** The password goes by the environment: arguments are seen by everybody on the machine. */
function runPostgres(name, args) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const beside = join(installedPostgres() ?? "", name);
  const program = existsSync(beside) ? beside : name;
  const env = { ...process.env, PGPASSWORD: password };
  const done = spawnSync(program, [`--dbname=${url.href}`, ...args], { env, encoding: "utf8" });
  if (done.error?.code === "ENOENT")
    throw new Error(
      `This needs ${name} of PostgreSQL, at least as new as the server. Install its client programs.`,
    );
  if (done.status !== 0) throw new Error(`${name}: ${done.stderr || done.error?.message}`);
}
