import { EventType } from "@ag-ui/core";
import { visibleState } from "@/lib/agent/state-keys";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import { sseEvent } from "@/lib/http/event-stream";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { compact } from "@/lib/runs/joined-events";
import type { RunParts } from "@/lib/runs/run-parts";
import { parseStoredEvent, type StoredEvent } from "@/lib/runs/stored-event";
import type { FeedReader } from "@/lib/runs/thread-feeds";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

/** Events handed on in one piece. */
const pageSize = 500;

type Parts = Pick<RunParts, "db" | "team" | "feeds">;

export type Position = {
  thread: LoggedThread;
  /** The last number the reader has, if it has one. */
  after: number | undefined;
  isRunning: () => boolean;
};

/**
 * A reader of a thread, as pieces of an SSE body (R4): snapshots of what is folded, or the rest after its number; then
 * what a running run has stored; then live, until the signal aborts. Asked piece by piece, it holds nothing for a slow
 * reader: that one reads on from the log, or from snapshots again when its place was folded away meanwhile.
 */
export async function* readThread(
  parts: Parts,
  { thread, after, isRunning }: Position,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = parts.feeds.open(thread);
  try {
    let cursor = await knownCursor(parts.db, thread, after);
    if (cursor !== undefined) yield sseEvent({ seq: cursor, running: isRunning() }, { event: "resume" });
    while (!signal.aborted) {
      if (cursor === undefined) {
        const snapshots = await readSnapshots(parts, thread);
        yield sseEvent({ seq: snapshots.seq, running: isRunning() }, { event: "reset" }) + snapshots.text;
        cursor = snapshots.seq;
      }
      const events: StoredEvent[] | undefined = await nextEvents(parts.db, thread, reader, cursor);
      const notices = reader.takeNotices();
      const last = events?.at(-1);
      if (events && last) yield renderEvents(events);
      for (const { event, data } of notices) {
        yield sseEvent(data, { event });
        if (event === "failed") return;
      }
      if (last || !events) cursor = last?.seq;
      else if (notices.length === 0 && !reader.after(cursor, 1)?.length) await reader.next(signal);
    }
  } finally {
    reader.close();
  }
}

/** Events with their numbers; pieces of the same text joined. */
export function renderEvents(events: readonly StoredEvent[]): string {
  return compact(events)
    .map(({ seq, payload }) => sseEvent(payload, { id: seq }))
    .join("");
}

/** What comes after the cursor, perhaps nothing yet; undefined when the cursor was folded away. */
export async function nextEvents(
  db: Db,
  thread: LoggedThread,
  reader: FeedReader,
  cursor: number,
): Promise<StoredEvent[] | undefined> {
  const kept = reader.after(cursor, pageSize);
  if (kept) return kept;
  const { threadId, ownerId } = thread;
  // Both in one transaction: a fold in between would leave gaps in what is read.
  const [row, rows] = await db.$transaction([
    db.thread.findFirst({ where: { ...ownedBy(ownerId), id: threadId }, select: { foldedSeq: true } }),
    db.runEvent.findMany({
      where: { threadId, seq: { gt: cursor } },
      orderBy: { seq: "asc" },
      take: pageSize,
    }),
  ]);
  if (!row) return [];
  return row.foldedSeq > cursor ? undefined : rows.map(parseStoredEvent);
}

/** The cursor, when the log still has everything after it. */
async function knownCursor(
  db: Db,
  { threadId, ownerId }: LoggedThread,
  after: number | undefined,
): Promise<number | undefined> {
  if (after === undefined) return undefined;
  const [row, newest] = await db.$transaction([
    db.thread.findFirst({
      where: { ...ownedBy(ownerId), id: threadId },
      select: { foldedSeq: true, seq: true },
    }),
    db.runEvent.findFirst({ where: { threadId }, orderBy: { seq: "desc" }, select: { seq: true } }),
  ]);
  const newestSeq = Math.max(row?.seq ?? 0, newest?.seq ?? 0);
  return row && after >= row.foldedSeq && after <= newestSeq ? after : undefined;
}

async function readSnapshots(
  { db, team }: Parts,
  { threadId, ownerId }: LoggedThread,
): Promise<{ seq: number; text: string }> {
  const [row, messages] = await db.$transaction([
    db.thread.findFirst({ where: { ...ownedBy(ownerId), id: threadId } }),
    db.message.findMany({ where: { threadId }, orderBy: { position: "asc" }, select: { payload: true } }),
  ]);
  const seq = row?.foldedSeq ?? 0;
  const metadata = { seq };
  const state = visibleState(
    { ...team.initialState, ...object(row?.state), ...object(row?.browserState) },
    team.stateKeys,
  );
  const folded = row ? messages.map((message) => message.payload) : [];
  const text =
    sseEvent({ type: EventType.MESSAGES_SNAPSHOT, messages: folded, metadata }) +
    // Only the last of the two carries the number: who is cut between them starts again.
    sseEvent({ type: EventType.STATE_SNAPSHOT, snapshot: state, metadata }, { id: seq });
  return { seq, text };
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
