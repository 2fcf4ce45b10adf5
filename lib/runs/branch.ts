import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { readTogether } from "@/lib/db/read";
import { writeAll } from "@/lib/db/write";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { Fold } from "@/lib/runs/fold";
import { beginsTurn, messageOf } from "@/lib/runs/read-messages";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { parseStoredEvent } from "@/lib/runs/stored-event";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";
import { readPause } from "@/lib/threads/pauses";
import { noThread } from "@/lib/threads/threads";

type Parts = Pick<RunParts, "db" | "team" | "now" | "newId">;

/** Where a thread is cut: everything before a person's message. `seq` is the first number that is left out. */
type Cut = { position: number; seq: number };
type FoundCut = Cut & { runId: string };

const rowsAtOnce = 120;

/**
 * A new thread that begins as this one did, up to the end of the turn that holds the event of that number (0: nothing of
 * it): messages, transcripts, the state as it was then and its changes. What runs knew of it, such as tokens, stays with
 * the runs. Gives its id. Throws not_found, and conflict when that turn is not over.
 */
export async function branchThread(
  { db, team, now, newId }: Parts,
  { ownerId, threadId }: LoggedThread,
  seq: number,
): Promise<string> {
  const mine = { ...ownedBy(ownerId), id: idFilter(threadId), deletedAt: null };
  const [thread, messages, running] = await readTogether(db, [
    db.thread.findFirst({ where: mine }),
    db.message.count({ where: { threadId } }),
    db.run.count({ where: { threadId, status: "running" } }),
  ]);
  if (!thread) throw noThread();
  const cut = await findCut(db, threadId, seq);
  if (!cut) await checkOver(db, threadId, running);
  const end = cut ?? { position: messages, seq: thread.foldedSeq + 1 };
  const state = cut
    ? await stateBefore({ db, team }, threadId, cut)
    : { own: asObject(thread.state), browserState: asObject(thread.browserState) };
  const at = now();
  const id = newId("t");
  await writeAll(db, () => [
    db.thread.create({
      data: {
        ...{ id, ownerId, title: `${thread.title} (branch)`, state: state.own },
        browserState: state.browserState,
        ...{ seq: end.seq - 1, foldedSeq: end.seq - 1, createdAt: at, updatedAt: at },
      },
    }),
    copyMessages(db, threadId, id, end),
    copyTranscripts(db, threadId, id, end),
    copyEvents(db, threadId, id, end),
  ]);
  return id;
}

/** The first message of the turn after the one that holds the number; undefined when that is the last. */
async function findCut(db: Db, threadId: string, seq: number): Promise<FoundCut | undefined> {
  let cut: FoundCut | undefined;
  let before: number | undefined;
  while (before !== 0) {
    const rows = await db.message.findMany({
      where: { threadId, ...(before !== undefined && { position: { lt: before } }) },
      orderBy: { position: "desc" },
      take: rowsAtOnce,
      select: { position: true, runId: true, payload: true },
    });
    for (const row of rows) {
      const message = messageOf(row);
      if (!beginsTurn(message)) continue;
      const at = Number(message.metadata?.seq ?? 0);
      if (at <= seq) return cut;
      cut = { position: row.position, runId: row.runId, seq: at };
    }
    before = rows.at(-1)?.position ?? 0;
  }
  return cut;
}

async function checkOver(db: Db, threadId: string, running: number): Promise<void> {
  if (running > 0) throw new AppError("conflict", "Wait for the answer, or stop it, and then branch.");
  if ((await readPause(db, threadId)).invocations.length > 0)
    throw new AppError("conflict", "Answer what is asked first, and then branch.");
}

/**
 * The state before a run's message: its snapshot has all that is visible, with the keys that its own browser sent; before
 * those there were the ones of the run before. What is hidden is not in the log, and begins anew.
 */
async function stateBefore({ db, team }: Pick<Parts, "db" | "team">, threadId: string, cut: FoundCut) {
  const [last, before] = await db.runEvent.findMany({
    where: { threadId, seq: { lt: cut.seq }, type: "STATE_SNAPSHOT" },
    orderBy: { seq: "desc" },
    take: 2,
  });
  const changes = await db.runEvent.findMany({
    where: { threadId, seq: { lt: cut.seq, gt: last?.seq ?? 0 }, type: "STATE_DELTA" },
    orderBy: { seq: "asc" },
  });
  const fold = new Fold({ messages: [], state: team.initialState });
  for (const row of [...(last ? [last] : []), ...changes]) fold.apply(parseStoredEvent(row).payload);
  const own = { ...team.initialState, ...serverKeys(fold.state, team.stateKeys) };
  const received = last?.runId === cut.runId ? before : last;
  const echoed = received ? Object.entries(snapshotOf(received)) : [];
  return { own, browserState: Object.fromEntries(echoed.filter(([key]) => !(key in own))) };
}

function snapshotOf(row: Parameters<typeof parseStoredEvent>[0]): JsonObject {
  const { payload } = parseStoredEvent(row);
  return payload.type === "STATE_SNAPSHOT" ? asObject(payload.snapshot) : {};
}

/** Within the database: a long conversation does not pass through this process. */
function copyMessages(db: Db, from: string, to: string, { position }: Cut) {
  return db.$executeRaw`
    INSERT INTO "Message" ("threadId", "position", "id", "runId", "payload")
    SELECT ${to}, "position", "id", "runId", "payload"
    FROM "Message" WHERE "threadId" = ${from} AND "position" < ${position}`;
}

/** All but what invocations said that runs after the cut worked on; the places are counted anew. */
function copyTranscripts(db: Db, from: string, to: string, { seq }: Cut) {
  return db.$executeRaw`
    INSERT INTO "TranscriptMessage" ("threadId", "transcript", "position", "invocationId", "message")
    SELECT ${to}, "transcript", ROW_NUMBER() OVER (PARTITION BY "transcript" ORDER BY "position") - 1,
      "invocationId", "message"
    FROM "TranscriptMessage" WHERE "threadId" = ${from} AND "invocationId" NOT IN (
      SELECT "id" FROM "Invocation" WHERE "runId" IN (
        SELECT "runId" FROM "RunEvent" WHERE "threadId" = ${from} AND "seq" >= ${seq}))`;
}

function copyEvents(db: Db, from: string, to: string, { seq }: Cut) {
  return db.$executeRaw`
    INSERT INTO "RunEvent" ("threadId", "seq", "runId", "type", "payload")
    SELECT ${to}, "seq", "runId", "type", "payload"
    FROM "RunEvent" WHERE "threadId" = ${from} AND "seq" < ${seq}`;
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
