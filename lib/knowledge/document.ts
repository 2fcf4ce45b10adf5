import { z } from "zod";
import { diffMembers } from "@/lib/changes/fields";
import type { Db } from "@/lib/db/client";
import { type Knowledge, NewMetric, NewTerm } from "@/lib/knowledge/schema";
import { AppError } from "@/lib/shared/app-error";
import type { Operation } from "@/lib/shared/patch-operation";

/** What is versioned. Entries stand by id, so that two people's edits of two of them are two fields (D3). */
export const KnowledgeDocument = z.object({
  instructions: z.string(),
  glossary: z.record(z.string(), NewTerm),
  metrics: z.record(z.string(), NewMetric),
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

export const nothingYet: KnowledgeDocument = { instructions: "", glossary: {}, metrics: {} };

type KnowledgeRow = NonNullable<Awaited<ReturnType<Db["knowledge"]["findUnique"]>>>;

export const maxBytes = 64 * 1024;

export function parseDocument(row: Pick<KnowledgeRow, "document"> | null): KnowledgeDocument {
  return row ? KnowledgeDocument.parse(row.document) : nothingYet;
}

export function knowledgeOf(
  document: KnowledgeDocument,
  { version, updatedAt }: { version: number; updatedAt: Date | null },
): Knowledge {
  const { instructions, glossary, metrics } = document;
  return {
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
    instructions,
    glossary: entries(glossary).sort((a, b) => a.term.localeCompare(b.term)),
    metrics: entries(metrics).sort((a, b) => a.name.localeCompare(b.name)),
  };
}

const entries = <T extends object>(byId: Record<string, T>) =>
  Object.entries(byId).map(([id, entry]) => ({ id, ...entry }));

export function diffDocuments(before: KnowledgeDocument, after: KnowledgeDocument): Operation[] {
  return [
    ...diffMembers({ instructions: before.instructions }, { instructions: after.instructions }),
    ...diffMembers(before.glossary, after.glossary, "glossary"),
    ...diffMembers(before.metrics, after.metrics, "metrics"),
  ];
}

/**
 * Whatever made it (an edit, an undo, a restore), it must be knowledge that an edit could have made. Throws bad_input for
 * two of one name and for a metric that says nothing, too_large past 64 KiB.
 */
export function checkDocument(document: KnowledgeDocument): void {
  refuseTwins(
    "term",
    Object.values(document.glossary).map(({ term }) => term),
  );
  refuseTwins(
    "metric",
    Object.values(document.metrics).map(({ name }) => name),
  );
  const empty = Object.values(document.metrics).find(
    ({ sql, description }) => sql === "" && description === "",
  );
  if (empty)
    throw new AppError(
      "bad_input",
      `Say how “${empty.name}” is computed: an SQL expression, a description, or both.`,
    );
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes > maxBytes)
    throw new AppError(
      "too_large",
      `What the team knows may take ${maxBytes / 1024} KiB; this would be ${Math.ceil(bytes / 1024)}. Shorten it.`,
    );
}

function refuseTwins(what: string, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const key = name.toLocaleLowerCase();
    if (seen.has(key)) throw new AppError("bad_input", `There is a ${what} “${name}” already.`);
    seen.add(key);
  }
}

/** A field in a reader's words, with the entry's own name. */
export function fieldName(path: string, ...documents: KnowledgeDocument[]): string {
  const [, kind, id = ""] = path.split("/");
  for (const { glossary, metrics } of documents) {
    const name =
      kind === "glossary" ? glossary[id]?.term : kind === "metrics" ? metrics[id]?.name : undefined;
    if (name) return `${kind === "glossary" ? "the term" : "the metric"} “${name}”`;
  }
  if (kind === "instructions") return "the instructions";
  return kind === "glossary" ? "a term" : "a metric";
}

/** What a write did, for the log. */
export function summarise(
  operations: readonly Operation[],
  before: KnowledgeDocument,
  after: KnowledgeDocument,
): string {
  const verbs = { add: "added", remove: "removed", replace: "changed", test: "checked" };
  const told = operations.map(({ op, path }) => `${verbs[op]} ${fieldName(path, after, before)}`);
  const more = told.length > 3 ? ` and ${told.length - 3} more` : "";
  return `Team’s knowledge: ${told.slice(0, 3).join(", ")}${more}`;
}
