import { z } from "zod";

/** A column as the engine names and types it, e.g. `{ name: "mrr", type: "DECIMAL(18,2)" }`. */
export const Column = z.object({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof Column>;

/**
 * One value of a row, loss-free as JSON (Q3). BIGINT, HUGEINT, DECIMAL, dates, times, UUID and the floats JSON has no
 * word for (NaN, Infinity) travel as text; the column's type says what they are. Nested values are JSON.
 */
export const Cell = z.json();
export type Cell = z.infer<typeof Cell>;

export const Rows = z.object({
  columns: z.array(Column),
  rows: z.array(z.array(Cell)),
  truncated: z.boolean(),
});
export type Rows = z.infer<typeof Rows>;

export const SourceTable = z.object({
  name: z.string(),
  rowCount: z.number().int(),
  columns: z.array(Column),
});
export type SourceTable = z.infer<typeof SourceTable>;

export const Source = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(["duckdb", "postgres"]),
  tables: z.array(SourceTable),
  generation: z.number().int(),
  updatedAt: z.string(),
  /** Where a database elsewhere is, as `host:port/database`: no user, no password (S5). */
  address: z.string().optional(),
});
export type Source = z.infer<typeof Source>;

/** What a table holds, for whoever is about to ask about it: a model's prompt, the source view, completion. */
export const ColumnDescription = Column.extend({
  /** From 0 to 1. */
  nullShare: z.number(),
  distinct: z.number().int(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** The most frequent values as text, at most eight. */
  samples: z.array(z.string()),
});
export type ColumnDescription = z.infer<typeof ColumnDescription>;
export const TableDescription = z.object({
  sourceId: z.string(),
  table: z.string(),
  rowCount: z.number().int(),
  columns: z.array(ColumnDescription),
});
export type TableDescription = z.infer<typeof TableDescription>;

/**
 * What a column of an uploaded file is read as. `given`: as the file itself types it (JSON, Parquet). `style` says how its numbers are
 * written (1234.5, 1,234.5 or 1.234,5), `order` how its days are, `scale` how many digits a DECIMAL keeps after the point.
 */
export const Reading = z.strictObject({
  as: z.enum([
    ...(["given", "text", "boolean", "integer", "number"] as const),
    ...(["decimal", "date", "timestamp", "timestamptz", "time"] as const),
  ]),
  style: z.enum(["point", "comma"]).optional(),
  order: z.enum(["dmy", "mdy", "words"]).optional(),
  scale: z.number().int().min(0).max(18).optional(),
  wide: z.boolean().optional(),
});
export type Reading = z.infer<typeof Reading>;

/** A column of a file as it was found: its header, its type in the file, what it is read as, and what fits nearly all of it. */
export const UploadColumn = z.object({
  name: z.string(),
  header: z.string(),
  given: z.string(),
  reading: Reading,
  almost: Reading.optional(),
  notes: z.array(z.string()),
});
export type UploadColumn = z.infer<typeof UploadColumn>;

/** A row of a file, counted from 1: its values as they would be, and by place the texts that don't fit. */
const UploadRow = z.object({
  row: z.number(),
  cells: z.array(Cell),
  misfits: z.record(z.string(), z.string()),
});

/** A file that was read and waits for a decision. `reading` is what is shown, `found` what was proposed. */
export const UploadPreview = z.object({
  uploadId: z.string(),
  name: z.string(),
  sourceId: z.string(),
  /** The name its table would have; `existing` is the table that has it now. */
  table: z.string(),
  existing: SourceTable.optional(),
  rowCount: z.number().int(),
  notes: z.array(z.string()),
  columns: z.array(
    UploadColumn.extend({
      found: Reading,
      type: z.string(),
      misfits: z.number().int(),
      examples: z.array(z.object({ row: z.number(), text: z.string() })),
    }),
  ),
  rows: z.array(UploadRow),
  /** The first rows with a value that doesn't fit, and how many there are. */
  misfitRows: z.array(UploadRow),
  misfitRowCount: z.number().int(),
});
export type UploadPreview = z.infer<typeof UploadPreview>;

/** The body of `POST /api/sources/uploads/:id/preview`: what each column is to be read as, by place. */
export const PreviewUpload = z.strictObject({ columns: z.array(Reading).max(10_000) });

/** The body of `POST /api/sources/uploads/:id/import`. Without `replace` a name that is taken gets a number. */
export const ImportUpload = z.strictObject({
  table: z.string().trim().min(1).max(200).optional(),
  replace: z.boolean().optional(),
  columns: z.array(Reading).max(10_000).optional(),
  /** What becomes of values that don't fit: their column stays text, they are NULL, or their rows are left out. */
  misfits: z.enum(["text", "null", "leave_out"]).optional(),
});
export type ImportUpload = z.infer<typeof ImportUpload>;

/** How far an import is; `share` from 0 to 1 where it is known (U4). */
export const ImportProgress = z.object({
  step: z.enum(["waiting", "reading", "types", "writing"]),
  share: z.number().optional(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** What came of a file (C8). `notes` tell what was changed or left out on the way. */
export const ImportedTable = z.object({
  sourceId: z.string(),
  table: z.string(),
  columns: z.array(Column),
  rowCount: z.number().int(),
  notes: z.array(z.string()),
  /** It is a new version of a table that was there. */
  replaced: z.boolean(),
  /** A column was kept as text though nearly all of it is something else. */
  unfit: z.boolean(),
});
export type ImportedTable = z.infer<typeof ImportedTable>;

/** A value bound to `$name` in an SQL text (D9). A list binds for `list_contains`. */
export const ParamValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
]);
export const Params = z.record(z.string(), ParamValue);
export type Params = z.infer<typeof Params>;

/** The body of `POST /api/queries/run`. */
export const RunQuery = z.strictObject({
  sql: z.string().min(1).max(100_000),
  sourceId: z.string().optional(),
  params: Params.optional(),
  limit: z.number().int().min(1).max(100_000).optional(),
});
export type RunQuery = z.infer<typeof RunQuery>;

/** One request for rows of `POST /api/rows` (A2), and one answer line. */
export const RowsItem = z.object({
  queryId: z.string(),
  widgetId: z.string().optional(),
  params: Params.optional(),
});
export const RowsRequest = z.object({
  dashboardId: z.string().optional(),
  items: z.array(RowsItem).min(1).max(200),
});
export type RowsRequest = z.infer<typeof RowsRequest>;
export type RowsLine =
  | ({ index: number; asOf: string } & Rows)
  | { index: number; error: { message: string; position?: number } };

/** Where a PostgreSQL database is: its address, or the name of a variable of the server's that holds it. Goes in, never out. */
const PostgresTarget = {
  kind: z.literal("postgres"),
  url: z.string().trim().min(1).max(2_000).optional(),
  environment: z.string().max(100).optional(),
};
/** The body of `POST /api/sources/inspect`: an address, or a source that is connected already. */
export const InspectSource = z.strictObject({ ...PostgresTarget, sourceId: z.string().max(40).optional() });
export type InspectSource = z.infer<typeof InspectSource>;

const TableChoice = z.strictObject({ schema: z.string().max(63), name: z.string().max(63) });
export const NewSource = z.strictObject({
  ...PostgresTarget,
  title: z.string().trim().min(1).max(200).optional(),
  /** The tables that people and agents may ask about here; nothing else of the database can be named. */
  tables: z.array(TableChoice).min(1).max(500),
});
export type NewSource = z.infer<typeof NewSource>;
export const SourceEdit = NewSource.omit({ kind: true }).partial();
export type SourceEdit = z.infer<typeof SourceEdit>;

/** What is in a database and what its user may do there, told before anything is stored. */
export const PostgresCatalog = z.object({
  address: z.string(),
  version: z.string(),
  tables: z.array(SourceTable.extend({ schema: z.string() })),
  /** What the user may do beyond reading, in sentences. */
  warnings: z.array(z.string()),
});
export type PostgresCatalog = z.infer<typeof PostgresCatalog>;
