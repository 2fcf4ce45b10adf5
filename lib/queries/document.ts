import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Query } from "@/lib/queries/schema";
import { Column, Params } from "@/lib/sources/schema";

/** What of a query is versioned: each member is a field of its own (D3). */
export const QueryDocument = z.object({
  title: z.string(),
  description: z.string(),
  sql: z.string(),
  params: Params,
  columns: z.array(Column),
  deleted: z.boolean(),
});
export type QueryDocument = z.infer<typeof QueryDocument>;

export type QueryRow = NonNullable<Awaited<ReturnType<Db["query"]["findUnique"]>>>;

export function parseDocument(row: QueryRow): QueryDocument {
  const { title, description, sql, params, columns } = row;
  return QueryDocument.parse({ title, description, sql, params, columns, deleted: row.deletedAt !== null });
}

export function parseQuery(row: QueryRow): Query {
  const { deleted, ...document } = parseDocument(row);
  return {
    id: row.id,
    sourceId: row.sourceId,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...document,
  };
}

/** The columns of the table that hold a document. */
export function rowOf({ deleted, ...document }: QueryDocument, at: Date) {
  return { ...document, updatedAt: at, deletedAt: deleted ? at : null };
}

const names: Record<keyof QueryDocument, string> = {
  title: "title",
  description: "description",
  sql: "SQL text",
  params: "parameters",
  columns: "columns",
  deleted: "existence",
};

/** A field in a reader's words. */
export function fieldName(path: string): string {
  const key = path.slice(1).split("/")[0];
  const known = Object.entries(names).find(([name]) => name === key);
  return known ? `the ${known[1]}` : "the query";
}
