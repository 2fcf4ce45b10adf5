import type { Actor } from "@/lib/changes/actor";
import { conflicting } from "@/lib/changes/merge";
import type { Changes } from "@/lib/changes/service";
import { publicChange } from "@/lib/changes/stored-change";
import { planUndo } from "@/lib/changes/undo";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import {
  checkDocument,
  diffDocuments,
  fieldName,
  type KnowledgeDocument,
  knowledgeOf,
  parseDocument,
  summarise,
} from "@/lib/knowledge/document";
import { applyEdit } from "@/lib/knowledge/edit";
import type { Knowledge, KnowledgeEdit, KnowledgeVersion, NewMetric } from "@/lib/knowledge/schema";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import { applyPatch, inversePatch } from "@/lib/shared/patch";

/** Throws bad_input when the text doesn't run. */
export type CheckSql = (
  ownerId: string,
  request: { sql: string; sourceId?: string | undefined },
) => Promise<unknown>;

type Edited = { document: KnowledgeDocument; summary?: string; undoes?: string[] };

const attempts = 8;
const unmade = { version: 0, updatedAt: null };

export type KnowledgeService = ReturnType<typeof createKnowledge>;

/** The team's knowledge (T10): one versioned document per owner, each edit a recorded change with its inverse. */
export function createKnowledge({
  db,
  checkSql,
  changes,
  now,
  newId,
}: {
  db: Db;
  checkSql: CheckSql;
  changes: Changes;
  now: () => Date;
  newId: NewId;
}) {
  const read = (ownerId: string) => db.knowledge.findFirst({ where: ownedBy(ownerId) });

  /** One versioned write; asked again when another writer was first. What others changed meanwhile stays (D3). */
  async function write(
    actor: Actor,
    edit: (document: KnowledgeDocument, id: string) => Promise<Edited>,
  ): Promise<Knowledge> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const row = await read(actor.ownerId);
      const before = parseDocument(row);
      const { base, ownerId } = actor;
      const { id, version: current } = row ?? { id: newId("k"), version: 0 };
      if (base !== undefined && base > current)
        throw new AppError("bad_input", `There is no version ${base} yet; it is at version ${current}.`);
      const { document, summary, undoes } = await edit(before, id);
      const operations = diffDocuments(before, document);
      if (operations.length === 0) return knowledgeOf(before, row ?? unmade);
      checkDocument(document);
      const since = base !== undefined && base < current ? await changes.since(ownerId, id, base) : [];
      const others = conflicting(operations, since, actor);
      if (others.length > 0)
        throw new AppError(
          "conflict",
          `Others changed the same since you saw it: ${others.map((each) => each.summary).join("; ")}.`,
          { details: { since: others.map(publicChange), current: knowledgeOf(before, row ?? unmade) } },
        );
      const at = now();
      const version = current + 1;
      const draft = {
        actor,
        index: 0,
        subject: "knowledge" as const,
        subjectId: id,
        version,
        summary: summary ?? summarise(operations, before, document),
        operations,
        inverse: inversePatch(before, operations),
        touched: [],
        ...(undoes && { undoes }),
      };
      const write = row
        ? db.knowledge.update({
            where: { id, ...ownedBy(ownerId), version: current },
            data: { document, version, updatedAt: at },
          })
        : db.knowledge.create({
            data: { id, ...ownedBy(ownerId), document, version, createdAt: at, updatedAt: at },
          });
      if (await changes.commit(draft, write)) return knowledgeOf(document, { version, updatedAt: at });
    }
    throw new AppError("conflict", "The team's knowledge is being changed by too many at once. Try again.");
  }

  /** An expression over a table must run there (Q4's rule for queries). */
  async function checkMetric(ownerId: string, { name, sql, table, sourceId }: NewMetric): Promise<void> {
    if (sql === "" || table === "") return;
    const from = table.split(".").map((part) => `"${part.replaceAll('"', '""')}"`);
    const text = `select ${sql}\nas value from ${from.join(".")}`;
    await checkSql(ownerId, { sql: text, ...(sourceId && { sourceId }) }).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.code === "bad_input")
        throw new AppError("bad_input", `“${name}” doesn't run on ${table}: ${cause.message}`, { cause });
      throw cause;
    });
  }

  return {
    /** Empty, at version 0, for an owner who has told the team nothing yet. */
    async get(ownerId: string): Promise<Knowledge> {
      const row = await read(ownerId);
      return knowledgeOf(parseDocument(row), row ?? unmade);
    },

    /** Throws not_found for an id that isn't there, conflict for what others changed since, bad_input and too_large. */
    async update(actor: Actor, edit: KnowledgeEdit): Promise<Knowledge> {
      for (const metric of edit.metrics ?? []) await checkMetric(actor.ownerId, metric);
      return write(actor, async (before) => ({ document: applyEdit(before, edit, newId) }));
    },

    /** Takes changes back, keeping what was changed later (D4). Throws conflict, with the reasons, when nothing can be. */
    async undo(actor: Actor, changeIds: readonly string[]): Promise<Knowledge> {
      return write(actor, async (before, id) => {
        const history = await changes.since(actor.ownerId, id, 0);
        const picked = history.filter((change) => changeIds.includes(change.id));
        if (picked.length < new Set(changeIds).size)
          throw new AppError("not_found", "There is no such change.");
        const open = picked.filter((change) => !change.undone);
        const plan = planUndo(before, open, history, (path) => fieldName(path, before));
        if (plan.document === before)
          throw new AppError(
            "conflict",
            `Nothing can be undone. ${plan.kept.map(({ reason }) => reason).join(" ") || "It was taken back before."}`,
            { details: { kept: plan.kept } },
          );
        const told = open.map((change) => `“${change.summary}”`).join(", ");
        return { document: plan.document, summary: `Team’s knowledge: undid ${told}`, undoes: plan.undone };
      });
    },

    /** Every edit there was, newest first (D5). */
    async versions(ownerId: string): Promise<KnowledgeVersion[]> {
      const row = await read(ownerId);
      const history = row ? await changes.since(ownerId, row.id, 0) : [];
      return history
        .map(({ id, version, at, author, summary, undone }) => ({
          ...{ changeId: id, version, at },
          ...{ author, summary, undone },
        }))
        .reverse();
    },

    /** What changed after a version, by whom, oldest first. */
    async since(ownerId: string, version: number) {
      const row = await read(ownerId);
      return row && row.version > version ? changes.since(ownerId, row.id, version) : [];
    },

    /** What it was at a version; 0 is nothing (D5). Throws not_found. */
    async at(ownerId: string, version: number): Promise<Knowledge> {
      const row = await read(ownerId);
      if (!row || version < 0 || version > row.version)
        throw new AppError("not_found", `There is no version ${version}.`);
      const later = await changes.since(ownerId, row.id, version);
      const document = later.reduceRight(
        (each, { inverse }) => applyPatch(each, inverse),
        parseDocument(row),
      );
      return knowledgeOf(document, { version, updatedAt: row.updatedAt });
    },

    /** Makes an earlier version the newest one: a change like any other (D5). Throws not_found. */
    async restore(actor: Actor, version: number): Promise<Knowledge> {
      return write(actor, async (before, id) => {
        const history = await changes.since(actor.ownerId, id, 0);
        if (version < 0 || version > history.length)
          throw new AppError("not_found", `There is no version ${version}.`);
        const document = history
          .slice(version)
          .reduceRight((each, { inverse }) => applyPatch(each, inverse), before);
        return { document, summary: `Team’s knowledge: restored version ${version}` };
      });
    },
  };
}
