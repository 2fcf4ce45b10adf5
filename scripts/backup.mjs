// npm run backup [-- FOLDER]   copies the app's data and the files it names into a new folder (default: one in backups/
// named after the time), consistent with one another, also while the server runs and writes.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { copyDatabase, readSourceFiles } from "./backup-database.mjs";
import { root } from "./project.mjs";
import { databaseUrl, dataFolder } from "./settings.mjs";

/** Beside the database and the files of rows. Without the key nothing that is encrypted can be read again (S5). */
const besides = ["secret.key", "mcp-accepted.json"];
const attempts = 10;

const at = new Date();
const target = resolve(
  process.argv[2] ?? join(root, "backups", at.toISOString().slice(0, 19).replaceAll(":", "-")),
);
if (existsSync(target)) fail(`${target} exists. Name a folder that doesn't.`);
if (!databaseUrl && !existsSync(join(dataFolder, "kaboo.db"))) fail(`There is no data in ${dataFolder} yet.`);

mkdirSync(target, { recursive: true });
try {
  await copyConsistently();
  for (const name of besides) {
    if (existsSync(join(dataFolder, name))) cpSync(join(dataFolder, name), join(target, name));
  }
  const database = databaseUrl ? "postgresql" : "sqlite";
  writeFileSync(join(target, "backup.json"), JSON.stringify({ at, database, form: 1 }));
} catch (error) {
  rmSync(target, { recursive: true, force: true });
  fail(`Nothing was kept. ${error.message}`);
}
console.log(`Backed up to ${target}`);

/**
 * A file of rows never changes once the database names it; an import writes the next one, and then the old one goes. So
 * when the same files are named before and after the copy, what was copied in between fits together.
 */
async function copyConsistently() {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await readSourceFiles();
    rmSync(join(target, "sources"), { recursive: true, force: true });
    const complete = before.every((file) => copyFile(join("sources", file)));
    await copyDatabase(target);
    if (complete && String(before) === String(await readSourceFiles())) return;
  }
  throw new Error("Files kept being imported meanwhile. Try again when fewer are.");
}

/** False when it is not there any more. */
function copyFile(path) {
  try {
    cpSync(join(dataFolder, path), join(target, path), { preserveTimestamps: true });
    return true;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
