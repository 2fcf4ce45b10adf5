import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/shared/app-error";
import type { ImportedTable, SourceTable } from "@/lib/sources/schema";
import type { SourceRows, StoredSource } from "@/lib/sources/source-rows";
import { receiveFile } from "@/lib/sources/uploads/receive-file";
import { tableNameFor } from "@/lib/sources/uploads/table-name";
import { startWorker } from "@/lib/sources/worker-process";

export type ImportLimits = {
  /** The size of what is sent, and of what a packed file may become. */
  maxBytes: number;
  maxUnpackedBytes: number;
  timeoutMs: number;
  memoryMb: number;
  processMb: number;
};

export const defaultImportLimits: ImportLimits = {
  maxBytes: 200 * 2 ** 20,
  maxUnpackedBytes: 2 ** 30,
  timeoutMs: 180_000,
  memoryMb: 768,
  processMb: 1_536,
};

export type ImportRequest = {
  /** The file's own name; the table's is made of it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
  signal?: AbortSignal | undefined;
};

type Report =
  | { ok: true; tables: SourceTable[]; notes: string[] }
  | { ok: false; message: string; cause: string };
type Ports = { dataFolder: string; rows: SourceRows; limits: ImportLimits; retire(file: string): void };

const hourMs = 3_600_000;

function runWorker(input: object, limits: ImportLimits, signal: AbortSignal | undefined): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = startWorker("import-worker", input);
    let report: Report | undefined;
    let stopped: AppError | undefined;
    const stop = (reason: AppError) => {
      stopped = reason;
      worker.kill("SIGKILL");
    };
    const onAbort = () => stop(new AppError("cancelled", "The import was cancelled."));
    const late = `The file took longer than ${limits.timeoutMs / 1000} s to read. Send a smaller one.`;
    const deadline = setTimeout(() => stop(new AppError("timeout", late)), limits.timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (message: Report) => {
      report = message;
    });
    worker.on("exit", () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", onAbort);
      if (stopped) reject(stopped);
      else if (report) resolve(report);
      else reject(new AppError("bad_input", "The file needs more memory than an import may use."));
    });
    if (signal?.aborted) onAbort();
  });
}

/**
 * Adds files to a source, one at a time (S4). Each import works on a copy in a folder of its own, in a process of its
 * own; the copy becomes the next generation by a rename and a change of the pointer. Whatever fails leaves nothing.
 */
export function createImports({ dataFolder, rows, limits, retire }: Ports) {
  const folder = join(dataFolder, "imports");
  let queue: Promise<unknown> = Promise.resolve();

  /** What a killed server left behind. Younger folders may be another process's work. */
  async function sweep(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const old = join(folder, name);
      // Another import may have ended, and taken its folder along, since they were listed.
      const made = await stat(old).catch(() => undefined);
      if (made && Date.now() - made.mtimeMs > hourMs) await rm(old, { recursive: true, force: true });
    }
  }

  /** Runs `job` on a copy of the source's rows; when it ends well the copy is the next generation. */
  async function nextGeneration(
    source: StoredSource,
    job: { work: string; table: string; drop?: true },
    signal?: AbortSignal,
  ) {
    const base = await rows.fileOf(source);
    const { memoryMb, processMb, maxUnpackedBytes: maxBytes } = limits;
    const { work: folder, table, drop } = job;
    const target = join(folder, "rows.duckdb");
    const upload = join(folder, "upload");
    const input = { upload, folder, base, target, table, drop, maxBytes, memoryMb, processMb };
    const report = await runWorker(input, limits, signal);
    if (!report.ok) throw new AppError("bad_input", report.message, { cause: report.cause });
    const moved = await rows.advance(source, target, report.tables);
    if (source.generation > 0) retire(base);
    return { moved, notes: report.notes };
  }

  async function addTable(ownerId: string, name: string, work: string, signal?: AbortSignal) {
    const source = await rows.get(ownerId, undefined, true);
    const table = tableNameFor(
      name,
      source.tables.map((each) => each.name),
    );
    const { moved, notes } = await nextGeneration(source, { work, table }, signal);
    const made = moved.tables.find((each) => each.name === table);
    if (!made) throw new AppError("internal", "The import made no table.");
    return { sourceId: source.id, table, columns: made.columns, rowCount: made.rowCount, notes };
  }

  /** Work in a folder of its own, which is gone afterwards however it ends. */
  async function inFolder<Value>(use: (work: string) => Promise<Value>): Promise<Value> {
    await sweep();
    const work = join(folder, randomUUID());
    mkdirSync(work, { recursive: true });
    try {
      return await use(work);
    } finally {
      await rm(work, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  function inTurn<Value>(use: () => Promise<Value>): Promise<Value> {
    const turn = queue.then(use);
    queue = turn.catch(() => {});
    return turn;
  }

  async function importFile(
    ownerId: string,
    { name, chunks, signal }: ImportRequest,
  ): Promise<ImportedTable> {
    return inFolder(async (work) => {
      await receiveFile(chunks, join(work, "upload"), limits.maxBytes);
      return inTurn(() => addTable(ownerId, name, work, signal));
    });
  }

  async function removeTable(ownerId: string, sourceId: string, name: string): Promise<StoredSource> {
    return inTurn(() =>
      inFolder(async (work) => {
        const source = await rows.get(ownerId, sourceId, true);
        const table = source.tables.find((each) => each.name === name)?.name;
        if (!table) throw new AppError("not_found", `There is no table "${name}".`);
        return (await nextGeneration(source, { work, table, drop: true })).moved;
      }),
    );
  }

  return { importFile, removeTable };
}
