import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Actor } from "@/lib/changes/actor";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import type { ImportedTable, ImportUpload, Reading, UploadPreview } from "@/lib/sources/schema";
import type { SourceRows, StoredSource } from "@/lib/sources/source-rows";
import {
  type ImportJob,
  type ImportLimits,
  type ImportReport,
  runImport,
  type Staged,
  type Watch,
} from "@/lib/sources/uploads/import-work";
import { receiveFile } from "@/lib/sources/uploads/receive-file";
import { createStagedUploads } from "@/lib/sources/uploads/staged-uploads";
import { freeName, plainName } from "@/lib/sources/uploads/table-name";

export const defaultImportLimits: ImportLimits = {
  maxBytes: 200 * 2 ** 20,
  maxUnpackedBytes: 2 ** 30,
  timeoutMs: 180_000,
  memoryMb: 768,
  processMb: 1_536,
};

export type ImportRequest = Watch & {
  /** The file's own name; the table's is made of it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
};
type Ports = {
  dataFolder: string;
  rows: SourceRows;
  newId: NewId;
  limits: ImportLimits;
  retire(file: string): void;
};
type Written = Pick<ImportUpload, "table" | "replace" | "misfits"> & {
  name: string;
  readings?: Reading[] | undefined;
};

const mostNotes = 20;

/** What to tell of an import: of the file, then of its columns. */
function notesOf({ notes, columns }: Staged): string[] {
  const all = [
    ...notes,
    ...columns.flatMap((column) => column.notes.map((note) => `${column.name}: ${note}`)),
  ];
  const more = all.length - mostNotes;
  return more > 1 ? [...all.slice(0, mostNotes), `And ${more} more notes on other columns.`] : all;
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Adds files to a source, one at a time (S4). Each import works in a folder and a process of its own: the file's values
 * are staged as texts, types found; the rows are written to a copy of the source's, which becomes the next generation by
 * a rename and a change of the pointer. Whatever fails leaves nothing.
 */
export function createImports({ dataFolder, rows, newId, limits, retire }: Ports) {
  const uploads = createStagedUploads(join(dataFolder, "imports"), newId);
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<Value>({ onProgress }: Watch, use: () => Promise<Value>): Promise<Value> {
    onProgress?.({ step: "waiting" });
    const turn = queue.then(use);
    queue = turn.catch(() => {});
    return turn;
  }

  /** Runs `job` on a copy of the source's rows; when it ends well the copy is the next generation. */
  async function nextGeneration(
    { actor, source, summary }: { actor: Actor; source: StoredSource; summary: string },
    job: ImportJob & { table: string },
    watch: Watch,
  ) {
    const base = await rows.fileOf(source);
    const target = join(job.folder, `rows-${randomUUID()}.duckdb`);
    try {
      const report = await runImport({ ...job, base, target }, limits, watch);
      if (!report.tables) throw new AppError("internal", "The import wrote no tables.");
      const moved = await rows.advance({ actor, source, summary }, target, report.tables);
      if (source.generation > 0) retire(base);
      return { moved, report };
    } finally {
      // What wasn't moved into place goes, though its upload may stay.
      await rm(target, { force: true });
    }
  }

  async function write(actor: Actor, job: ImportJob, written: Written, watch: Watch): Promise<ImportedTable> {
    const source = await rows.get(actor.ownerId, undefined, true);
    const taken = source.tables.map((table) => table.name);
    const wished = written.table ?? plainName(written.name);
    const existing = taken.find((name) => sameName(name, wished));
    const replace = written.replace === true && existing !== undefined;
    const table = replace ? existing : freeName(wished, taken);
    const summary = replace
      ? `Imported “${written.name}” as a new version of the table ${table}`
      : `Imported “${written.name}” as the table ${table}`;
    const misfits = written.misfits ?? "text";
    const whole = { ...job, table, replace, misfits, readings: written.readings };
    const { moved, report } = await nextGeneration({ actor, source, summary }, whole, watch);
    const made = moved.tables.find((each) => each.name === table);
    const staged = report.staged ?? job.staged;
    if (!made || !staged) throw new AppError("internal", "The import made no table.");
    return {
      sourceId: source.id,
      table,
      columns: made.columns,
      rowCount: made.rowCount,
      notes: notesOf(staged),
      replaced: replace,
      // Who chose the types has been shown what doesn't fit them.
      unfit: written.readings === undefined && staged.columns.some(({ almost }) => almost !== undefined),
    };
  }

  async function previewOf(
    ownerId: string,
    { uploadId, name, staged }: { uploadId: string; name: string; staged: Staged },
    { preview }: ImportReport,
  ): Promise<UploadPreview> {
    const { tables, id: sourceId } = await rows.get(ownerId, undefined, true);
    const table = plainName(name);
    const existing = tables.find((each) => sameName(each.name, table));
    if (!preview) throw new AppError("internal", "The import showed nothing.");
    return {
      ...{ uploadId, name, sourceId, table, rowCount: staged.rowCount, notes: staged.notes },
      ...preview,
      ...(existing && {
        existing: { name: existing.name, columns: existing.columns, rowCount: existing.rowCount },
      }),
      columns: staged.columns.map((column, at) => {
        const {
          type = "VARCHAR",
          reading = column.reading,
          misfits = 0,
          examples = [],
        } = preview.columns[at] ?? {};
        return { ...column, found: column.reading, type, reading, misfits, examples };
      }),
    };
  }

  return {
    /** A file as a new table in one step; what doesn't fit a type keeps its column text. */
    async importFile(actor: Actor, { name, chunks, ...watch }: ImportRequest): Promise<ImportedTable> {
      return uploads.inFolder(async ({ folder }) => {
        await receiveFile(chunks, join(folder, "upload"), limits.maxBytes);
        return inTurn(watch, () => write(actor, { task: "stage", folder }, { name }, watch));
      });
    },
    /** Reads a file and keeps what is in it for a person's decision. */
    async stage(ownerId: string, { name, chunks, ...watch }: ImportRequest): Promise<UploadPreview> {
      return uploads.inFolder(async ({ uploadId, folder, keep }) => {
        await receiveFile(chunks, join(folder, "upload"), limits.maxBytes);
        const report = await inTurn(watch, () =>
          runImport({ task: "stage", folder, preview: true }, limits, watch),
        );
        const { staged } = report;
        if (!staged) throw new AppError("internal", "The import found nothing.");
        await keep({ ownerId, name, staged });
        return previewOf(ownerId, { uploadId, name, staged }, report);
      });
    },
    /** How a kept upload looks with other types. */
    async preview(
      ownerId: string,
      uploadId: string,
      readings: Reading[],
      watch: Watch,
    ): Promise<UploadPreview> {
      const { folder, name, staged } = await uploads.get(ownerId, uploadId);
      checkCount(staged, readings);
      const report = await inTurn(watch, () =>
        runImport({ task: "preview", folder, staged, readings }, limits, watch),
      );
      return previewOf(ownerId, { uploadId, name, staged }, report);
    },
    /** Makes a table of a kept upload; it stays kept, so that its types can be changed afterwards. */
    async importUpload(
      actor: Actor,
      uploadId: string,
      request: ImportUpload,
      watch: Watch,
    ): Promise<ImportedTable> {
      const { folder, name, staged } = await uploads.get(actor.ownerId, uploadId);
      const { columns: readings, table, replace, misfits } = request;
      if (readings) checkCount(staged, readings);
      const written = { name, readings, misfits, replace, table: table && plainName(table) };
      return inTurn(watch, () => write(actor, { task: "write", folder, staged }, written, watch));
    },
    async discard(ownerId: string, uploadId: string): Promise<void> {
      await uploads.get(ownerId, uploadId);
      await uploads.remove(uploadId);
    },
    async removeTable(actor: Actor, sourceId: string, name: string): Promise<StoredSource> {
      return inTurn({}, () =>
        uploads.inFolder(async ({ folder }) => {
          const source = await rows.get(actor.ownerId, sourceId, true);
          const table = source.tables.find((each) => each.name === name)?.name;
          if (!table) throw new AppError("not_found", `There is no table "${name}".`);
          const summary = `Removed the table ${table}`;
          return (await nextGeneration({ actor, source, summary }, { task: "drop", folder, table }, {}))
            .moved;
        }),
      );
    },
  };
}

function checkCount({ columns }: Staged, readings: Reading[]): void {
  if (readings.length !== columns.length)
    throw new AppError(
      "bad_input",
      `The file has ${columns.length} columns: say of each what it is read as.`,
    );
  for (const [at, { as }] of readings.entries())
    if (as === "given" && columns[at]?.given === "VARCHAR" && columns[at]?.reading.as !== "given")
      throw new AppError("bad_input", "Only what a file types itself can be left as it is given.");
}
