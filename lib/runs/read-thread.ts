import { EventType, type Interrupt } from "@ag-ui/core";
import { visibleState } from "@/lib/agent/state-keys";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import { readTogether } from "@/lib/db/read";
import { select, statement } from "@/lib/db/statement";
import { sseEvent } from "@/lib/http/event-stream";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { compact } from "@/lib/runs/joined-events";
import { lengthOf } from "@/lib/runs/limits";
import { completeTurns, newestMessages, newestValues, parseNewest } from "@/lib/runs/read-messages";
import type { RunParts } from "@/lib/runs/run-parts";
import { isTerminal, parseStoredEvent, type StoredEvent } from "@/lib/runs/stored-event";
import type { FeedReader } from "@/lib/runs/thread-feeds";
import { isJsonObject, type JsonObject, jsonOrText } from "@/lib/shared/json";
import { readPause } from "@/lib/threads/pauses";

/** Events handed on in one piece: so many, or fewer that are long. It is all that a reader who stalls keeps in memory. */
const pageSize = 200;
const pageCharacters = 256 * 1024;

type Parts = Pick<RunParts, "db" | "team" | "feeds" | "queue">;

export type Position = {
  thread: LoggedThread;
  /** The last number the reader has, if it has one. */
  after: number | undefined;
  /** How many of the newest turns a snapshot holds; without it, all. */
  turns?: number | undefined;
};

/**
 * A reader of a thread, as pieces of an SSE body (R4): snapshots of what is folded, or the rest after its number; then
 * what a running run has stored; then live, until the signal aborts. Asked piece by piece, it holds nothing for a slow
 * reader: that one reads on from the log, or from snapshots again when its place was folded away meanwhile.
 */
export async function* readThread(
  parts: Parts,
  { thread, after, turns }: Position,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = parts.feeds.open(thread);
  try {
    const known = after === undefined ? undefined : await resumeAt(parts.db, thread, after);
    if (known) yield sseEvent(known, { event: "resume" }) + (await renderQueue(parts, thread));
    let cursor = known?.seq;
    while (!signal.aborted) {
      if (cursor === undefined) {
        const { at, text } = await readSnapshots(parts, thread, turns);
        yield sseEvent(at, { event: "reset" }) + text + (await renderQueue(parts, thread));
        cursor = at.seq;
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

/** What waits for the run to end (R6). */
async function renderQueue({ queue }: Parts, thread: LoggedThread): Promise<string> {
  return sseEvent({ messages: await queue.list(thread) }, { event: "queue" });
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
  if (kept) return onePiece(kept);
  const { threadId, ownerId } = thread;
  // Both in one transaction: a fold in between would leave gaps in what is read.
  const [row, rows] = await readTogether(db, [
    db.thread.findFirst({ where: { ...ownedBy(ownerId), id: threadId }, select: { foldedSeq: true } }),
    db.runEvent.findMany({
      where: { threadId, seq: { gt: cursor } },
      orderBy: { seq: "asc" },
      take: pageSize,
    }),
  ]);
  if (!row) return [];
  return row.foldedSeq > cursor ? undefined : onePiece(rows.map(parseStoredEvent));
}

function onePiece(events: StoredEvent[]): StoredEvent[] {
  let characters = 0;
  const beyond = events.findIndex(({ payload }) => {
    characters += lengthOf(payload);
    return characters > pageCharacters;
  });
  return beyond === -1 ? events : events.slice(0, Math.max(1, beyond));
}

/** Where a stream goes on, whether a run has yet to be told to its end from there, and what else is asked (H3). */
type Start = { seq: number; running: boolean; interrupts: Interrupt[] };

/** The place after a number, when the log still has everything from there on. */
async function resumeAt(
  db: Db,
  { threadId, ownerId }: LoggedThread,
  after: number,
): Promise<Start | undefined> {
  const [row, newest, runs] = await readTogether(db, [
    db.thread.findFirst({
      where: { ...ownedBy(ownerId), id: threadId },
      select: { foldedSeq: true, seq: true },
    }),
    db.runEvent.findFirst({
      where: { threadId },
      orderBy: { seq: "desc" },
      select: { seq: true, type: true },
    }),
    db.run.count({ where: { threadId, status: "running" } }),
  ]);
  const end = Math.max(row?.seq ?? 0, newest?.seq ?? 0);
  if (!row || after < row.foldedSeq || after > end) return undefined;
  const ended = newest?.seq === after && isTerminal(newest);
  const running = after < end || (runs > 0 && !ended);
  return { seq: after, running, interrupts: running ? [] : await openInterrupts(db, threadId) };
}

/** One statement, as the fold is one transaction: a run is running here and its events follow, or it is in the messages. */
const snapshot = statement(
  `SELECT "state", "browserState", "foldedSeq", ${newestMessages} AS "messages",
    EXISTS (SELECT 1 FROM "Run" WHERE "liveThread" = "Thread"."id") AS "running"
    FROM "Thread" WHERE "id" = ? AND "ownerId" = ?`,
);

/** What is folded, as the two snapshots; with a number of turns, of those only. */
export async function readSnapshots(
  { db, team }: Pick<Parts, "db" | "team">,
  { threadId, ownerId }: LoggedThread,
  turns: number | undefined,
): Promise<{ at: Start; text: string }> {
  const [row] = await select(db, snapshot, [
    ...newestValues(threadId, turns),
    threadId,
    ownedBy(ownerId).ownerId,
  ]);
  const seq = Number(row?.foldedSeq ?? 0);
  const running = Boolean(row?.running);
  const metadata = { seq };
  const state = visibleState(
    { ...team.initialState, ...objectOf(row?.state), ...objectOf(row?.browserState) },
    team.stateKeys,
  );
  const folded = await completeTurns(db, threadId, parseNewest(row?.messages), turns);
  const { earlier } = folded;
  const text =
    sseEvent({
      type: EventType.MESSAGES_SNAPSHOT,
      messages: folded.messages,
      metadata: { ...metadata, ...(earlier > 0 && { earlier }) },
    }) +
    // Only the last of the two carries the number: who is cut between them starts again.
    sseEvent({ type: EventType.STATE_SNAPSHOT, snapshot: state, metadata }, { id: seq });
  const interrupts = row && !running ? await openInterrupts(db, threadId) : [];
  return { at: { seq, running, interrupts }, text };
}

/** What people still have to answer. What has expired is among it: the page says so. */
async function openInterrupts(db: Db, threadId: string): Promise<Interrupt[]> {
  const { requests } = await readPause(db, threadId);
  return requests.flatMap(({ kind, answer, interrupt }) => (kind === "client" || answer ? [] : [interrupt]));
}

function objectOf(column: unknown): JsonObject {
  const value = typeof column === "string" ? jsonOrText(column) : undefined;
  return isJsonObject(value) ? value : {};
}
