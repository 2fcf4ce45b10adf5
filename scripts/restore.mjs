// npm run restore -- FOLDER   makes a backup's state the current one. Data that is there is moved aside, never removed.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { restoreDatabase } from "./backup-database.mjs";
import { databaseUrl, dataFolder, port } from "./settings.mjs";

const source = process.argv[2]
  ? resolve(process.argv[2])
  : fail("Name the backup's folder: npm run restore -- FOLDER");
const { database } = readDescription();
const wanted = databaseUrl ? "postgresql" : "sqlite";
if (database !== wanted)
  fail(`This is a backup of ${database}, and ${wanted} is configured: set or unset DATABASE_URL.`);
if (await isServing()) fail(`A server is running on port ${port}. Stop it first.`);

let aside;
if (existsSync(dataFolder)) {
  aside = `${dataFolder}-before-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
  renameSync(dataFolder, aside);
}
try {
  mkdirSync(dataFolder, { recursive: true });
  for (const name of ["sources", "secret.key", "mcp-accepted.json"]) {
    if (existsSync(join(source, name)))
      cpSync(join(source, name), join(dataFolder, name), { recursive: true });
  }
  // Made from a seed, it needs no backup: the one that is there serves on.
  if (aside && existsSync(join(aside, "sample")))
    cpSync(join(aside, "sample"), join(dataFolder, "sample"), { recursive: true });
  restoreDatabase(source);
} catch (error) {
  if (aside) {
    renameSync(dataFolder, `${aside}-failed`);
    renameSync(aside, dataFolder);
  }
  fail(`Nothing has changed. ${error.message}`);
}
console.log(
  `Restored from ${source}.${aside ? ` What was there is in ${aside}.` : ""} The next start brings it up to date.`,
);

function readDescription() {
  try {
    return JSON.parse(readFileSync(join(source, "backup.json"), "utf8"));
  } catch {
    return fail(`${source} is not a backup: it has no backup.json.`);
  }
}

async function isServing() {
  try {
    const answer = await fetch(`http://localhost:${port}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return (await answer.json()).status === "ok";
  } catch {
    return false;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
