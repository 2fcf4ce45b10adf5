import type { Changes } from "@/lib/changes/service";
import { QueryDocument } from "@/lib/queries/document";
import type { QueryVersion } from "@/lib/queries/schema";
import type { Json } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";

/** What a query was at each version, newest first: the changes of the change table, one after the other. */
export async function versionsOf(
  changes: Changes,
  ownerId: string,
  queryId: string,
): Promise<QueryVersion[]> {
  const versions: QueryVersion[] = [];
  let document: Json = {};
  for (const { version, at, author, summary, operations } of await changes.since(ownerId, queryId, 0)) {
    document = applyPatch(document, operations);
    const { title, sql, params } = QueryDocument.parse(document);
    versions.unshift({ version, at, author, summary, title, sql, params });
  }
  return versions;
}
