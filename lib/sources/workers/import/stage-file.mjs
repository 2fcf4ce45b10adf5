import { closeSync, openSync, readSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ImportProblem } from "./problem.mjs";
import { readCsv } from "./read-csv.mjs";
import { readTyped } from "./read-typed.mjs";
import { sniffFile } from "./sniff-file.mjs";
import { decodeFile, gunzipFile } from "./unpack-file.mjs";

const refusals = {
  empty: "The file is empty.",
  spreadsheet: "Spreadsheet and zip files can't be read. Save it as CSV first.",
  binary: "The file isn't a table: CSV, TSV, JSON, NDJSON and Parquet can be read, also as .gz.",
  gzip: "The file is packed twice. Unpack it first.",
};

function firstLetter(file) {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(1_024);
    return head
      .subarray(0, readSync(handle, head, 0, 1_024, 0))
      .toString("utf8")
      .trimStart()
      .charAt(0);
  } finally {
    closeSync(handle);
  }
}

/** The text as UTF-8, and what to tell when that took a guess. */
async function asUtf8(file, folder, encoding) {
  const target = join(folder, "text");
  if (encoding && encoding !== "utf-8") {
    await decodeFile(file, target, encoding);
    return { file: target, notes: [] };
  }
  try {
    await decodeFile(file, target, "utf-8");
    return { file: target, notes: [] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await decodeFile(file, target, "windows-1252");
    return { file: target, notes: ["The file isn't UTF-8: it was read as Windows-1252 (Latin-1)."] };
  }
}

/**
 * Reads an uploaded file, whatever it turns out to be, into the table `staged` of the import's own file, and removes what
 * it read. Gives back its names, its headers, and notes for whoever sent it.
 */
export async function stageFile(connection, { folder, maxBytes, onShare }) {
  const upload = join(folder, "upload");
  let file = upload;
  let found = sniffFile(file);
  if (found.kind === "gzip") {
    file = join(folder, "unpacked");
    await gunzipFile(upload, file, maxBytes);
    found = sniffFile(file);
  }
  const staged = await readKind(connection, file, found, { folder, onShare });
  for (const name of ["upload", "unpacked", "text"]) await rm(join(folder, name), { force: true });
  return staged;
}

async function readKind(connection, file, { kind, encoding }, job) {
  if (kind === "parquet") return readTyped(connection, file, "read_parquet");
  if (kind !== "text") throw new ImportProblem(refusals[kind]);
  const text = await asUtf8(file, job.folder, encoding);
  const letter = firstLetter(text.file);
  if (letter === "") throw new ImportProblem(refusals.empty);
  const read = letter === "[" || letter === "{" ? readJson : readCsv;
  const staged = await read(connection, text.file, job);
  return { ...staged, notes: [...text.notes, ...staged.notes] };
}

async function readJson(connection, file) {
  return readTyped(connection, file, "read_json_auto", ", sample_size=-1");
}
