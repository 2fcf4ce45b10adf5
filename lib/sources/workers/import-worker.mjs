import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describeTables } from "./describe-tables.mjs";
import { toRefusal } from "./engine-error.mjs";
import { importFile } from "./import/import-file.mjs";
import { ImportProblem } from "./import/problem.mjs";
import { literal, quote } from "./import/sql-text.mjs";
import { leaveWithParent } from "./leave-with-parent.mjs";
import { watchMemory } from "./memory-watch.mjs";

// Adds one uploaded file to a copy of the source's rows, or takes a table out of it. The server moves the copy into place when this ends well, and
// removes the folder when it doesn't (S4).
const { upload, folder, base, target, table, drop, maxBytes, memoryMb, processMb } = JSON.parse(
  process.argv[2],
);

leaveWithParent();
watchMemory(processMb);

/** The engine reaches nothing but the import's own folder. */
async function openTarget() {
  const spill = join(folder, "spill");
  mkdirSync(spill);
  copyFileSync(base, target, constants.COPYFILE_FICLONE);
  const instance = await DuckDBInstance.create(target, { memory_limit: `${memoryMb}MB`, threads: "2" });
  const connection = await instance.connect();
  const settings = [
    `set temp_directory = ${literal(spill)}`,
    "set preserve_insertion_order = true",
    "set autoload_known_extensions = false",
    "set autoinstall_known_extensions = false",
    `set allowed_directories = [${literal(folder)}]`,
    "set enable_external_access = false",
    "set lock_configuration = true",
  ];
  for (const setting of settings) await connection.run(setting);
  return { instance, connection };
}

async function work() {
  const { instance, connection } = await openTarget();
  let notes = [];
  if (drop) await connection.run(`drop table ${quote(table)}`);
  else notes = await importFile(connection, { upload, folder, table, maxBytes });
  await connection.run("checkpoint");
  const tables = await describeTables(connection);
  connection.closeSync();
  instance.closeSync();
  return { ok: true, tables, notes };
}

function problem(error) {
  if (error instanceof ImportProblem) return error.message;
  const refusal = toRefusal(error);
  return refusal.code === "internal"
    ? "The file could not be read."
    : `The file could not be read. ${refusal.message}`;
}

let report;
try {
  report = await work();
} catch (error) {
  report = { ok: false, message: problem(error), cause: String(error?.message ?? error).slice(0, 1_000) };
}
process.send(report, () => process.exit(0));
