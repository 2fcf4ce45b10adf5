import { z } from "zod";
import { Author } from "@/lib/shared/author";
import { Column, Params } from "@/lib/sources/schema";

/** A saved query, as JSON over HTTP (camelCase). Columns are derived by the engine, never written by hand (Q4). */
export const Query = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  sql: z.string(),
  sourceId: z.string(),
  /** Default values of the parameters the SQL text names. */
  params: Params,
  columns: z.array(Column),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Query = z.infer<typeof Query>;

export const NewQuery = z.strictObject({
  title: z.string().trim().min(1).max(200),
  sql: z.string().min(1).max(100_000),
  sourceId: z.string().optional(),
  description: z.string().max(2_000).optional(),
  params: Params.optional(),
});
export type NewQuery = z.infer<typeof NewQuery>;

export const QueryEdit = NewQuery.omit({ sourceId: true }).partial();
export type QueryEdit = z.infer<typeof QueryEdit>;

/** What a query was at one of its versions. */
export const QueryVersion = z.object({
  version: z.number().int(),
  at: z.string(),
  author: Author,
  summary: z.string(),
  title: z.string(),
  sql: z.string(),
  params: Params,
});
export type QueryVersion = z.infer<typeof QueryVersion>;

/** A widget that draws from a query, with the columns it needs. */
export const QueryUse = z.object({
  queryId: z.string(),
  dashboardId: z.string(),
  dashboardTitle: z.string(),
  widgetId: z.string(),
  widgetTitle: z.string(),
  columns: z.array(z.string()),
});
export type QueryUse = z.infer<typeof QueryUse>;

/** A saved query that stopped running, and why. */
export const BrokenQuery = z.object({ queryId: z.string(), title: z.string(), error: z.string() });
export type BrokenQuery = z.infer<typeof BrokenQuery>;
