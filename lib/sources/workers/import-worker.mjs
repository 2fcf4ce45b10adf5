import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describeTables } from "./describe-tables.mjs";
import { toRefusal } from "./engine-error.mjs";
import { preview } from "./import/preview.mjs";
import { ImportProblem } from "./import/problem.mjs";
import { literal, quote } from "./import/sql-text.mjs";
import { stage } from "./import/stage.mjs";
import { writeTable } from "./import/write-table.mjs";
import { leaveWithParent } from "./leave-with-parent.mjs";
import { watchMemory } from "./memory-watch.mjs";

// Works on one import's folder (S4), in up to three steps: `stage` reads the file's values as texts into a file of rows
// of its own and finds types, `preview` shows them, `write` adds them to a copy of the source's rows, and `drop` takes a
// table out of such a copy. The server moves the copy into place when this ends well.
leaveWithParent();

const shareEveryMs = 200;

/** The engine reaches nothing but the import's own folder. */
async function openStaged({ folder, memoryMb, target }) {
  const spill = join(folder, "spill");
  mkdirSync(spill, { recursive: true });
  const instance = await DuckDBInstance.create(join(folder, "staged.duckdb"), {
    memory_limit: `${memoryMb}MB`,
    threads: "2",
  });
  const connection = await instance.connect();
  const settings = [
    `set temp_directory = ${literal(spill)}`,
    "set preserve_insertion_order = true",
    "set autoload_known_extensions = false",
    "set autoinstall_known_extensions = false",
    `set allowed_directories = [${literal(folder)}]`,
    ...(target ? [`attach ${literal(target)} as source`] : []),
    "set enable_external_access = false",
    "set lock_configuration = true",
  ];
  for (const setting of settings) await connection.run(setting);
  return { instance, connection };
}

function reporter() {
  let last = 0;
  return (step) => (share) => {
    if (share < 1 && performance.now() - last < shareEveryMs) return;
    last = performance.now();
    process.send({ progress: { step, share } });
  };
}

async function work(job) {
  const { task, base, target, table, readings } = job;
  const report = reporter();
  if (base) copyFileSync(base, target, constants.COPYFILE_FICLONE);
  const { instance, connection } = await openStaged(job);
  const answer = {};
  if (task === "stage") answer.staged = await stage(connection, job, report);
  const staged = job.staged ?? answer.staged;
  const chosen = readings ?? staged?.columns.map(({ reading }) => reading);
  if (task === "preview" || job.preview) answer.preview = await preview(connection, staged, chosen);
  if (target) {
    report("writing")(1);
    if (task === "drop") await connection.run(`drop table source.main.${quote(table)}`);
    else answer.unfit = await writeTable(connection, staged, { ...job, readings: chosen });
    await connection.run("checkpoint source");
    await connection.run("use source");
    answer.tables = await describeTables(connection);
  }
  connection.closeSync();
  instance.closeSync();
  return { ok: true, ...answer };
}

function problem(error) {
  if (error instanceof ImportProblem) return error.message;
  const refusal = toRefusal(error);
  // A mistake of this program is none of the file's; the log has it.
  return refusal.code === "internal" || error instanceof TypeError || error instanceof ReferenceError
    ? "The file could not be read."
    : `The file could not be read. ${refusal.message}`;
}

process.once("message", async (job) => {
  watchMemory(job.processMb);
  let answer;
  try {
    answer = await work(job);
  } catch (error) {
    answer = { ok: false, message: problem(error), cause: String(error?.message ?? error).slice(0, 1_000) };
  }
  process.send(answer, () => process.exit(0));
});
