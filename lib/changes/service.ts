import { type Actor, callKeyOf } from "@/lib/changes/actor";
import type { Change } from "@/lib/changes/schema";
import { parseChange, publicChange, type StoredChange } from "@/lib/changes/stored-change";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { type DbWrite, writeSurely, writeTogether } from "@/lib/db/write";
import type { NewId } from "@/lib/shared/id";
import type { Operation } from "@/lib/shared/patch-operation";

/** Told of every change once it is stored. */
export type OnChange = (change: Change, ownerId: string) => void;

export type ChangeDraft = {
  actor: Actor;
  /** Which write of its call this is (D6). */
  index: number;
  subject: Change["subject"];
  subjectId: string;
  /** The subject's version after it. */
  version: number;
  summary: string;
  operations: Operation[];
  inverse: Operation[];
  /** Parts it touched, for links. */
  touched: string[];
  /** Changes that it takes back. */
  undoes?: string[];
};

export type ChangeFilter = {
  /** Changes made in a thread, and all others to what that thread has changed. */
  threadId?: string | undefined;
  dashboardId?: string | undefined;
  /** A change's id, or a time in ISO form: only what is newer. */
  after?: string | undefined;
  limit?: number;
};

/** The table that log, `changes since`, undo, history and the agents' views are readings of (D2). */
export type Changes = ReturnType<typeof createChanges>;

export function createChanges({
  db,
  now,
  newId,
  onChange,
}: {
  db: Db;
  now: () => Date;
  newId: NewId;
  onChange?: OnChange | undefined;
}) {
  async function afterTime(ownerId: string, after: string): Promise<Date> {
    const change = await db.change.findFirst({ where: { ...ownedBy(ownerId), id: idFilter(after) } });
    if (change) return change.createdAt;
    const time = new Date(after);
    return Number.isNaN(time.getTime()) ? new Date(0) : time;
  }

  async function subjectsOf(ownerId: string, threadId: string): Promise<string[]> {
    const rows = await db.change.findMany({
      where: { ...ownedBy(ownerId), threadId: idFilter(threadId) },
      distinct: ["subjectId"],
      select: { subjectId: true },
    });
    return rows.map((row) => row.subjectId);
  }

  return {
    /**
     * Stores a write and its record in one transaction. Null, with nothing written, when another writer took this
     * version or this very call has written before: read again and decide anew.
     */
    async commit(draft: ChangeDraft, write: DbWrite): Promise<Change | null> {
      const id = newId("ch");
      const { actor, undoes = [] } = draft;
      const row = {
        id,
        ...ownedBy(actor.ownerId),
        subject: draft.subject,
        subjectId: draft.subjectId,
        version: draft.version,
        authorKind: actor.author.kind,
        authorName: actor.author.name,
        summary: draft.summary,
        threadId: actor.call?.threadId ?? "",
        runId: actor.call?.runId ?? "",
        callId: actor.call?.callId ?? "",
        invocationId: actor.call?.invocationId ?? "",
        callKey: callKeyOf(actor, draft.index) ?? id,
        operations: draft.operations,
        inverse: draft.inverse,
        touched: draft.touched,
        undoneBy: "",
        createdAt: now(),
      };
      // The record goes first: its unique version makes a loser fail before anything else is read or written.
      const writes: DbWrite[] = [db.change.create({ data: row }), write];
      if (undoes.length > 0) {
        const undone = { ...ownedBy(actor.ownerId), id: { in: undoes.map(idFilter) } };
        writes.push(db.change.updateMany({ where: undone, data: { undoneBy: id } }));
      }
      const isDone = async () => (await db.change.count({ where: { ...ownedBy(actor.ownerId), id } })) > 0;
      let tries = 0;
      const attempt = () => {
        tries += 1;
        return writeTogether(db, writes);
      };
      const made = await writeSurely(attempt, isDone);
      // Whoever was first may have been this very write, before its connection broke.
      if (made === false && !(tries > 1 && (await isDone()))) return null;
      const change = publicChange(parseChange(row));
      onChange?.(change, actor.ownerId);
      return change;
    },

    /** What this call has written before, if it has (D6). */
    async madeBy(actor: Actor, index: number): Promise<StoredChange | undefined> {
      const callKey = callKeyOf(actor, index);
      if (callKey === undefined) return undefined;
      const row = await db.change.findFirst({ where: { ...ownedBy(actor.ownerId), callKey } });
      return row ? parseChange(row) : undefined;
    },

    /** Everything that happened to a subject after a version, oldest first (D2). */
    async since(ownerId: string, subjectId: string, version: number): Promise<StoredChange[]> {
      const rows = await db.change.findMany({
        where: { ...ownedBy(ownerId), subjectId: idFilter(subjectId), version: { gt: version } },
        orderBy: { version: "asc" },
      });
      return rows.map(parseChange);
    },

    /** The same for several subjects at once, each after its own version. */
    async sinceEach(ownerId: string, versions: Readonly<Record<string, number>>): Promise<StoredChange[]> {
      const ids = Object.keys(versions);
      if (ids.length === 0) return [];
      const rows = await db.change.findMany({
        where: {
          ...ownedBy(ownerId),
          subjectId: { in: ids.map(idFilter) },
          version: { gt: Math.min(...Object.values(versions)) },
        },
        orderBy: [{ createdAt: "asc" }, { version: "asc" }],
      });
      return rows.filter((row) => row.version > (versions[row.subjectId] ?? 0)).map(parseChange);
    },

    /** The log, newest first; at most `limit` (200) entries. */
    async list(ownerId: string, filter: ChangeFilter = {}): Promise<Change[]> {
      const { threadId, dashboardId, after, limit = 200 } = filter;
      const rows = await db.change.findMany({
        where: {
          ...ownedBy(ownerId),
          ...(dashboardId === undefined ? {} : { subjectId: idFilter(dashboardId) }),
          ...(threadId === undefined
            ? {}
            : { AND: { subjectId: { in: await subjectsOf(ownerId, threadId) } } }),
          ...(after === undefined ? {} : { createdAt: { gt: await afterTime(ownerId, after) } }),
        },
        orderBy: [{ createdAt: "desc" }, { version: "desc" }],
        take: limit,
      });
      return rows.map((row) => publicChange(parseChange(row)));
    },
  };
}
