import type { KnowledgeDocument } from "@/lib/knowledge/document";
import type { KnowledgeEdit } from "@/lib/knowledge/schema";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";

/** The document with an edit's entries in it, new ones under ids of their own. Throws not_found for an unknown id. */
export function applyEdit(
  { instructions, glossary, metrics }: KnowledgeDocument,
  edit: KnowledgeEdit,
  newId: NewId,
): KnowledgeDocument {
  const { remove = [] } = edit;
  const missing = remove.find((id) => !Object.hasOwn(glossary, id) && !Object.hasOwn(metrics, id));
  if (missing !== undefined) throw notThere(missing);
  return {
    instructions: edit.instructions ?? instructions,
    glossary: withEntries(without(glossary, remove), edit.glossary, newId),
    metrics: withEntries(without(metrics, remove), edit.metrics, newId),
  };
}

function without<T>(byId: Record<string, T>, ids: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(byId).filter(([id]) => !ids.includes(id)));
}

function withEntries<T extends object>(
  byId: Record<string, T>,
  entries: readonly (T & { id?: string | undefined })[] = [],
  newId: NewId,
): Record<string, T> {
  const next = { ...byId };
  for (const { id, ...entry } of entries) {
    if (id !== undefined && !Object.hasOwn(byId, id)) throw notThere(id);
    next[id ?? newId("n")] = entry as T;
  }
  return next;
}

const notThere = (id: string) => new AppError("not_found", `There is no entry ${id}.`);
