import type { Message } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { select, statement, type Value } from "@/lib/db/statement";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { placeResults } from "@/lib/runs/fold";
import { noThread } from "@/lib/threads/threads";

/** A stretch of a folded conversation, from the beginning of a turn. `earlier` is how many messages come before it. */
export type Stretch = { messages: Message[]; earlier: number };

type Row = { position: number; payload: unknown };

/** What a turn is thought to take: when it takes more, the rest is read after. */
const rowsPerTurn = 6;

const everything = 2_147_483_647;

/** The newest messages as one text, so that a long conversation is one row: put into a statement, with `newestValues`. */
export const newestMessages = `(SELECT string_agg('{"position":' || "position" || ',"payload":' || CAST("payload" AS TEXT) || '}', ',')
  FROM (SELECT "position", "payload" FROM "Message" WHERE "threadId" = ? AND "position" < ?
    ORDER BY "position" DESC LIMIT ?) AS "newest")`;

/** Enough of them for so many turns; without a number of turns, all. */
export function newestValues(threadId: string, turns?: number, before = everything): Value[] {
  return [threadId, before, turns === undefined ? everything : turns * rowsPerTurn];
}

/** Newest first. */
export function parseNewest(text: unknown): Row[] {
  const rows: Row[] = typeof text === "string" ? JSON.parse(`[${text}]`) : [];
  return rows.sort((one, other) => other.position - one.position);
}

const newest = statement(`SELECT ${newestMessages} AS "messages"`);

async function readNewest(db: Db, threadId: string, turns: number, before: number): Promise<Row[]> {
  const [row] = await select(db, newest, newestValues(threadId, turns, before));
  return parseNewest(row?.messages);
}

/**
 * The newest turns of rows that were read, reading on where they are not enough: what is folded never
 * changes, so that may be a moment later.
 */
export async function completeTurns(
  db: Db,
  threadId: string,
  newest: readonly Row[],
  turns?: number,
): Promise<Stretch> {
  const rows = [...newest];
  let start = turns === undefined ? rows.length : startOfTurns(rows, turns);
  while (start === undefined && turns !== undefined) {
    const before = rows.at(-1)?.position ?? 0;
    const more = before === 0 ? [] : await readNewest(db, threadId, turns, before);
    rows.push(...more);
    start = more.length === 0 ? rows.length : startOfTurns(rows, turns);
  }
  const own = rows.slice(0, start).reverse();
  return { messages: placeResults(own.map(messageOf)), earlier: own[0]?.position ?? 0 };
}

/** Turns before a position, as a page asks for them when one scrolls up. Throws not_found. */
export async function readEarlier(
  db: Db,
  { ownerId, threadId }: LoggedThread,
  { before, turns }: { before: number; turns: number },
): Promise<Stretch> {
  const mine = { ...ownedBy(ownerId), id: idFilter(threadId), deletedAt: null };
  const thread = await db.thread.findFirst({ where: mine, select: { id: true } });
  if (!thread) throw noThread();
  return completeTurns(db, thread.id, await readNewest(db, thread.id, turns, before), turns);
}

/**
 * How many of the rows, newest first, make that many turns; undefined when they are too few. No call is parted from its
 * result: what a person leaves unanswered is closed before their next message (R6).
 */
function startOfTurns(rows: readonly Row[], turns: number): number | undefined {
  let found = 0;
  for (const [index, row] of rows.entries()) {
    if (beginsTurn(messageOf(row))) found += 1;
    if (found === turns) return index + 1;
  }
  return undefined;
}

/** A person's message: a delegate's task is not one. */
export function beginsTurn(message: Message): boolean {
  return message.role === "user" && message.subagentRunId === undefined;
}

export function messageOf(row: Row): Message {
  return row.payload as Message;
}
