import { join, resolve } from "node:path";
import type { Actor } from "@/lib/changes/actor";
import { createChanges, type OnChange } from "@/lib/changes/service";
import type { Db } from "@/lib/db/client";
import { createSecrets } from "@/lib/db/secrets";
import type { NewId } from "@/lib/shared/id";
import { type Ask, describeTable, describeTables, postgres } from "@/lib/sources/describe-table";
import { filePlace } from "@/lib/sources/file-place";
import { createGenerations } from "@/lib/sources/generations";
import { defaultLimits, type QueryLimits } from "@/lib/sources/limits";
import { createDatabases } from "@/lib/sources/postgres/databases";
import { labelled } from "@/lib/sources/postgres/place";
import type { RowsPlace } from "@/lib/sources/rows-place";
import {
  type Answer,
  createRunQuery,
  type OnAnswer,
  type RunAnswer,
  type RunRequest,
  retryMoved,
} from "@/lib/sources/run-query";
import { createSample } from "@/lib/sources/sample";
import type {
  Column,
  InspectSource,
  NewSource,
  Params,
  PostgresCatalog,
  Source,
  SourceEdit,
  TableDescription,
} from "@/lib/sources/schema";
import { createSourceRows, type StoredSource } from "@/lib/sources/source-rows";
import type { ImportLimits } from "@/lib/sources/uploads/import-work";
import { createImports, defaultImportLimits } from "@/lib/sources/uploads/imports";

export type SourcesPorts = {
  dataFolder: string;
  db: Db;
  now(): Date;
  newId: NewId;
  /** Told of every change of a source that is stored (D2). */
  onChange?: OnChange | undefined;
  limits?: Partial<QueryLimits>;
  importLimits?: Partial<ImportLimits>;
  /** How many customers the sample company has; its records grow with them. */
  sampleAccounts?: number;
  /** Where the sample is kept; by default in the data folder. */
  sampleFolder?: string;
  /** What secrets are hidden with; by default a key kept in the data folder (S5). */
  secret?: string | undefined;
  /** Where addresses of databases may be named instead of stored. */
  environment?: Record<string, string | undefined>;
  onAnswer?: OnAnswer;
};

export type CheckRequest = {
  sourceId?: string | undefined;
  sql: string;
  params?: Params | undefined;
  signal?: AbortSignal | undefined;
};
/** What is known of a query that runs: its columns by the engine, and the parameters it names (Q4). */
export type CheckAnswer = { sourceId: string; columns: Column[]; params: string[]; tables: string[] };

function publicSource({ config: _, ...source }: StoredSource): Source {
  return source;
}

/** Where rows come from. Everything is asked in an owner's name (S7). */
export function createSources({
  dataFolder: givenFolder,
  db,
  now,
  newId,
  onChange,
  limits: given,
  importLimits,
  sampleAccounts = 3_600,
  sampleFolder = join(givenFolder, "sample"),
  secret,
  environment = {},
  onAnswer,
}: SourcesPorts) {
  const dataFolder = resolve(givenFolder);
  const limits = { ...defaultLimits, ...given };
  const sample = createSample(resolve(sampleFolder), sampleAccounts);
  // Begun at once, waited for by the first who needs it, who also hears if it fails.
  sample.ensure().catch(() => {});
  const generations = createGenerations();
  const runQuery = createRunQuery(generations, limits, now, onAnswer);
  const askOf =
    (place: RowsPlace): Ask =>
    async (sql) =>
      (await runQuery(place, { sql, limit: limits.maxRows })).rows;
  const rows = createSourceRows({
    dataFolder,
    db,
    changes: createChanges({ db, now, newId, onChange }),
    now,
    newId,
    sample,
    readTables: (file) => describeTables(askOf(filePlace(file, limits))),
  });

  const imports = createImports({
    dataFolder,
    rows,
    newId,
    limits: { ...defaultImportLimits, ...importLimits },
    retire: generations.retire,
  });

  const databases = createDatabases({
    rows,
    limits,
    secrets: createSecrets({ secret, dataFolder }),
    environment,
    forget: generations.forget,
    countRows: async (place, sql) => Number((await runQuery(place, { sql })).rows[0]?.[0]),
  });

  /** The one place that knows that there are kinds of sources. */
  async function placeOf(source: StoredSource): Promise<RowsPlace> {
    return source.kind === "postgres"
      ? databases.placeOf(source)
      : filePlace(await rows.fileOf(source), limits);
  }

  async function ask(ownerId: string, request: RunRequest, missing: "refuse" | "null") {
    let sourceId = request.sourceId;
    const answer: Answer = await retryMoved(
      async (anew) => {
        const source = await rows.get(ownerId, sourceId, anew);
        sourceId = source.id;
        return placeOf(source);
      },
      (place) => runQuery(place, request, missing),
    );
    return { sourceId: sourceId ?? "", answer };
  }

  return {
    async list(ownerId: string): Promise<Source[]> {
      return (await rows.list(ownerId)).map(publicSource);
    },
    async get(ownerId: string, sourceId: string): Promise<Source> {
      return publicSource(await rows.get(ownerId, sourceId));
    },
    /** The source meant when none is named. */
    async defaultSource(ownerId: string): Promise<Source> {
      return publicSource(await rows.get(ownerId));
    },
    async describeTable(
      ownerId: string,
      sourceId: string | undefined,
      table: string,
    ): Promise<TableDescription> {
      const source = await rows.get(ownerId, sourceId);
      const dialect = source.config.postgres ? postgres(labelled(source.config.postgres.tables)) : undefined;
      return retryMoved(
        async (anew) => placeOf(await rows.get(ownerId, source.id, anew)),
        (place) => describeTable(askOf(place), source, table, dialect),
      );
    },
    /**
     * Rows of one SQL text (Q2, Q3). Throws AppError `bad_input` with `details` { position, line, column } where the
     * engine tells them, `timeout`, `cancelled`, or `unavailable` when the engine stopped.
     */
    async run(ownerId: string, request: RunRequest): Promise<RunAnswer> {
      const { sourceId, answer } = await ask(ownerId, request, "refuse");
      const { columns, rows: itsRows, truncated, asOf } = answer;
      return { columns, rows: itsRows, truncated, sourceId, asOf };
    },
    /**
     * Runs the text to learn its columns and parameters (Q4); throws as `run` does. Parameters without a value count
     * as NULL. With all values given its rows are kept, so that the widget made next finds them.
     */
    async check(ownerId: string, request: CheckRequest): Promise<CheckAnswer> {
      const { sourceId, answer } = await ask(ownerId, request, "null");
      const { columns, params, tables } = answer;
      return { sourceId, columns, params, tables };
    },
    /**
     * Adds a file to the owner's own source as a new table (S4, C8). Throws bad_input when it isn't a table, too_large,
     * timeout or cancelled; nothing is left of it then.
     */
    importFile: imports.importFile,
    /** Reads a file and keeps what is in it for an hour: how it would look as a table, what doesn't fit. Throws as importFile. */
    stageUpload: imports.stage,
    /** How a kept upload looks with other types. Throws not_found when it isn't kept any more. */
    previewUpload: imports.preview,
    /** Makes a table of a kept upload, or a new version of one. Throws as importFile. */
    importUpload: imports.importUpload,
    discardUpload: imports.discard,
    /** Takes a table out of a source. Throws not_found. */
    async removeTable(actor: Actor, sourceId: string, table: string): Promise<Source> {
      return publicSource(await imports.removeTable(actor, sourceId, table));
    },
    /** What a database holds and what its user may do there; stores nothing. Throws unavailable with what to do. */
    async inspect(ownerId: string, request: InspectSource, signal?: AbortSignal): Promise<PostgresCatalog> {
      return databases.inspect(ownerId, request, signal);
    },
    /** Connects a database as a source of its own (Q1). Its password is hidden before it is stored (S5). */
    async connect(actor: Actor, request: NewSource): Promise<Source> {
      return publicSource(await databases.connect(actor, request));
    },
    /** Changes what is given, and looks at the database anew. Throws bad_input for a source that isn't connected. */
    async reconnect(actor: Actor, sourceId: string, edit: SourceEdit): Promise<Source> {
      return publicSource(await databases.reconnect(actor, sourceId, edit));
    },
    async disconnect(actor: Actor, sourceId: string): Promise<void> {
      await databases.disconnect(actor, sourceId);
    },
    async close(): Promise<void> {
      await generations.close();
    },
  };
}

export type Sources = ReturnType<typeof createSources>;
