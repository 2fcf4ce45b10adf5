import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Actor } from "@/lib/changes/actor";
import type { Changes } from "@/lib/changes/service";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import type { Sample } from "@/lib/sources/sample";
import { Source, SourceTable } from "@/lib/sources/schema";

const Tables = z.array(SourceTable);
const Config = z.object({
  /** Which sample the tables of generation 0 were read from. */
  sample: z.string().optional(),
  /** The name of the current file of rows; none in generation 0. */
  file: z.string().optional(),
  /** A database elsewhere: how to reach it, hidden (S5), or the variable that says so, and which tables may be seen. */
  postgres: z
    .object({
      hidden: z.string().optional(),
      environment: z.string().optional(),
      tables: z.array(z.object({ schema: z.string(), name: z.string() })),
    })
    .optional(),
  address: z.string().optional(),
});
export type SourceConfig = z.infer<typeof Config>;

export type StoredSource = Source & { config: z.infer<typeof Config> };
type Row = Awaited<ReturnType<Db["source"]["findFirst"]>>;

function parseRow(row: NonNullable<Row>): StoredSource {
  const config = Config.parse(row.config);
  return {
    id: row.id,
    title: row.title,
    kind: Source.shape.kind.parse(row.kind),
    tables: Tables.parse(row.tables),
    generation: row.generation,
    updatedAt: row.updatedAt.toISOString(),
    ...(config.address !== undefined && { address: config.address }),
    config,
  };
}

/** How long what was read of an owner's sources serves: a board's fifty queries then ask the database once. */
const recentMs = 250;

export const sampleTitle = "Sample company";
export const mixedTitle = "Sample company and your files";

type Ports = {
  dataFolder: string;
  db: Db;
  changes: Changes;
  now(): Date;
  newId: NewId;
  sample: Sample;
  readTables(file: string): Promise<SourceTable[]>;
};

/**
 * The sources as the database knows them. Every owner has one embedded source: it begins as the sample company, and
 * files are added to it, so that they can be joined and nobody has to name a source.
 */
export function createSourceRows({ dataFolder, db, changes, now, newId, sample, readTables }: Ports) {
  const creating = new Map<string, Promise<StoredSource[]>>();
  const recent = new Map<string, { until: number; sources: Promise<StoredSource[]> }>();

  const read = async (ownerId: string) =>
    (
      await db.source.findMany({
        where: { ...ownedBy(ownerId), deletedAt: null },
        orderBy: { createdAt: "asc" },
      })
    ).map(parseRow);

  function folderOf(source: Pick<StoredSource, "id">): string {
    const folder = join(dataFolder, "sources", source.id);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /**
   * Generation 0 is the shared sample; each import writes a file of the source's own. Throws unavailable for one that is
   * not in this server's folder.
   */
  async function fileOf({ id, title, config }: StoredSource): Promise<string> {
    if (config.file === undefined) return sample.ensure();
    const file = join(folderOf({ id }), config.file);
    if (existsSync(file)) return file;
    throw new AppError(
      "unavailable",
      `The rows of “${title}” are not on this server. Servers on one database must share one data folder (KABOO_DATA); if the folder was lost, restore it from a backup.`,
    );
  }

  async function createFirst(ownerId: string): Promise<StoredSource[]> {
    const tables = await readTables(await sample.ensure());
    const at = now();
    await db.source.create({
      data: {
        id: newId("s"),
        ownerId,
        title: sampleTitle,
        kind: "duckdb",
        generation: 0,
        config: { sample: sample.version },
        tables,
        createdAt: at,
        updatedAt: at,
      },
    });
    return read(ownerId);
  }

  /** A newer version of the app may bring another sample: the tables are then read anew. */
  async function refreshSample(source: StoredSource): Promise<StoredSource> {
    if (source.kind !== "duckdb" || source.generation > 0 || source.config.sample === sample.version)
      return source;
    const tables = await readTables(await sample.ensure());
    const config = { sample: sample.version };
    await db.source.updateMany({ where: { id: source.id, generation: 0 }, data: { tables, config } });
    return { ...source, tables, config };
  }

  async function readOrCreate(ownerId: string): Promise<StoredSource[]> {
    const found = await read(ownerId);
    if (found.length > 0) return Promise.all(found.map(refreshSample));
    const work = creating.get(ownerId) ?? createFirst(ownerId).finally(() => creating.delete(ownerId));
    creating.set(ownerId, work);
    return work;
  }

  function list(ownerId: string, anew = false): Promise<StoredSource[]> {
    const known = recent.get(ownerId);
    if (!anew && known && performance.now() < known.until) return known.sources;
    const sources = readOrCreate(ownerId);
    recent.set(ownerId, { until: performance.now() + recentMs, sources });
    sources.catch(() => recent.delete(ownerId));
    return sources;
  }

  /** The source of that id, or the one meant when none is named. `anew` passes by what was read a moment ago. */
  async function get(ownerId: string, sourceId?: string, anew = false): Promise<StoredSource> {
    const all = await list(ownerId, anew);
    const id = sourceId === undefined ? all[0]?.id : idFilter(sourceId);
    const source = all.find((each) => each.id === id);
    if (!source)
      throw new AppError("not_found", id ? `There is no source ${id}.` : "There is no source yet.");
    return source;
  }

  type Draft = { actor: Actor; subjectId: string; version: number; summary: string };

  /**
   * Stores a write with its record (D2). False when another writer was first. Rows are no part of the record: a table
   * that was replaced or removed can't be had back.
   */
  async function record(
    draft: Draft,
    tables: { before: SourceTable[]; after: SourceTable[] },
    write: Parameters<Changes["commit"]>[1],
  ): Promise<boolean> {
    const told = (all: SourceTable[]) =>
      Object.fromEntries(
        all.map(({ name, rowCount, columns }) => [name, { rowCount, columns: columns.length }]),
      );
    const operation = (value: SourceTable[]) => [
      { op: "replace" as const, path: "/tables", value: told(value) },
    ];
    const change = {
      ...{ ...draft, index: 0, subject: "source" as const, touched: [] },
      ...{ operations: operation(tables.after), inverse: operation(tables.before) },
    };
    const made = await changes.commit(change, write);
    recent.clear();
    return made !== null;
  }

  /**
   * Makes `made`, a finished file, the source's next generation: a rename, then a change of the pointer if nobody else
   * did meanwhile. The name is nobody else's, so that two servers never write over one another's rows.
   */
  async function advance(
    { actor, source, summary }: { actor: Actor; source: StoredSource; summary: string },
    made: string,
    tables: SourceTable[],
  ): Promise<StoredSource> {
    const title = source.title === sampleTitle ? mixedTitle : source.title;
    const generation = source.generation + 1;
    const updatedAt = now();
    const file = `rows-${generation}-${randomUUID().slice(0, 8)}.duckdb`;
    const config = { ...source.config, file };
    const place = join(folderOf(source), file);
    await rename(made, place);
    const where = { id: source.id, ...ownedBy(actor.ownerId), generation: source.generation };
    const draft = { actor, subjectId: source.id, version: generation, summary };
    const write = db.source.update({ where, data: { generation, tables, title, config, updatedAt } });
    if (await record(draft, { before: source.tables, after: tables }, write))
      return { ...source, generation, tables, title, config, updatedAt: updatedAt.toISOString() };
    await rm(place, { force: true });
    throw new AppError("conflict", "The source changed during the import. Try again.");
  }

  type Described = { title: string; config: SourceConfig; tables: SourceTable[] };

  /** Adds a source whose rows are elsewhere. */
  async function add(actor: Actor, { title, config, tables }: Described): Promise<StoredSource> {
    // The embedded source comes first: it is the one meant when none is named.
    await list(actor.ownerId);
    const at = now();
    const id = newId("s");
    const row = {
      id,
      ...ownedBy(actor.ownerId),
      kind: "postgres",
      generation: 1,
      createdAt: at,
      updatedAt: at,
    };
    const draft = { actor, subjectId: id, version: 1, summary: `Connected the database “${title}”` };
    const write = db.source.create({ data: { ...row, title, config, tables } });
    await record(draft, { before: [], after: tables }, write);
    return get(actor.ownerId, id, true);
  }

  /** Describes a source anew: its next generation, so that nothing read before serves. Throws conflict. */
  async function change(actor: Actor, source: StoredSource, described: Described): Promise<StoredSource> {
    const where = {
      ...{ id: source.id, ...ownedBy(actor.ownerId) },
      ...{ generation: source.generation, deletedAt: null },
    };
    const version = source.generation + 1;
    const data = { ...described, generation: version, updatedAt: now() };
    const draft = {
      actor,
      subjectId: source.id,
      version,
      summary: `Changed the database “${described.title}”`,
    };
    const tables = { before: source.tables, after: described.tables };
    if (!(await record(draft, tables, db.source.update({ where, data }))))
      throw new AppError("conflict", "The source changed meanwhile. Try again.");
    return get(actor.ownerId, source.id, true);
  }

  async function remove(actor: Actor, source: StoredSource): Promise<void> {
    const where = { id: source.id, ...ownedBy(actor.ownerId), generation: source.generation };
    const version = source.generation + 1;
    // How to reach it goes at once: what is deleted keeps no password.
    const data = { deletedAt: now(), config: {}, generation: version };
    const draft = { actor, subjectId: source.id, version, summary: `Disconnected “${source.title}”` };
    if (!(await record(draft, { before: source.tables, after: [] }, db.source.update({ where, data }))))
      throw new AppError("conflict", "The source changed meanwhile. Try again.");
  }

  return { list, get, fileOf, advance, add, change, remove };
}

export type SourceRows = ReturnType<typeof createSourceRows>;
