import type { Answer } from "@/lib/agent/open-request";
import type { InvocationRow, RunRequest } from "@/lib/agent/run";
import { select, statement, type Write, writeInOrder } from "@/lib/db/statement";
import { isTaken, writeSurely } from "@/lib/db/write";
import type { LiveRun } from "@/lib/runs/live-run";
import { busy } from "@/lib/runs/run-errors";
import { checkSize, type TrustedInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { threadTitle } from "@/lib/runs/thread-title";
import { waitForFold } from "@/lib/runs/wait-for-fold";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject, jsonOrText } from "@/lib/shared/json";
import { answeringRequest } from "@/lib/threads/pauses";

/** What a run begins with. */
export type RunStart = { seq: number; state: JsonObject; input: JsonObject; request: RunRequest };

/** An answer to one of the thread's requests, to be kept with the start of the run that brings it. */
export type GivenAnswer = { id: string; answer: Answer };

/** What is to begin. */
export type Beginning = {
  trusted: TrustedInput;
  /** Its message waited in the thread's queue, and leaves it now (R6). */
  queued?: boolean;
  /** It answers a message that was there before, where an invocation broke off (R5). */
  continues?: InvocationRow;
  /** What people and clients say to what the thread waits for; kept with the start (H1, T8). */
  answers?: readonly GivenAnswer[];
  /** It has nothing but answers: what waited for them goes on (H3). */
  takesUp?: boolean;
};

const look = statement(
  `SELECT EXISTS (SELECT 1 FROM "Run" WHERE "liveThread" = ?) AS "running",
    EXISTS (SELECT 1 FROM "Run" WHERE "id" = ?) AS "started",
    EXISTS (SELECT 1 FROM "Message" WHERE "threadId" = ? AND "id" = ?) AS "sent",
    (SELECT "browserState" FROM "Thread" WHERE "id" = ?) AS "browserState"`,
);
const insertRun = statement(
  `INSERT INTO "Run" ("id", "threadId", "ownerId", "status", "input", "leaseOwner", "leaseUntil", "liveThread", "startedAt")
    VALUES (?, ?, ?, 'running', ?, ?, ?, ?, ?)`,
);
const insertThread = statement(
  `INSERT INTO "Thread" ("id", "ownerId", "title", "state", "browserState", "createdAt", "updatedAt")
    VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING "seq", "state"`,
);
const updateThread = statement(
  `UPDATE "Thread" SET "browserState" = ?, "updatedAt" = ? WHERE "id" = ? AND "ownerId" = ? RETURNING "seq", "state"`,
);
const readThread = statement(`SELECT "seq", "state" FROM "Thread" WHERE "id" = ? AND "ownerId" = ?`);
const takeFromQueue = statement(
  `DELETE FROM "QueuedMessage" WHERE "threadId" = ? AND "id" = ? RETURNING "id"`,
);

/**
 * Stores that a run has begun, and its thread if it is the first. Server-owned state comes from the store, the browser's
 * keys are stored with the run's input and on the thread (O2, O5). Throws conflict for a run id or a message that was
 * there before, or while another process works on the thread; too_large when the browser's keys together are.
 */
export async function openRun(
  { db, team, lease, now }: RunParts,
  { runId, thread: { threadId, ownerId } }: LiveRun,
  { trusted, queued = false, continues, answers = [], takesUp = false }: Beginning,
  recover: () => Promise<void>,
): Promise<RunStart> {
  const { message } = trusted;
  const ask = async () => (await select(db, look, [threadId, runId, threadId, message.id, threadId]))[0];
  let found = await ask();
  if (found?.running) {
    await recover();
    await waitForFold(db, threadId, recover);
    found = await ask();
  }
  if (found?.started) throw new AppError("conflict", "This run was started before.");
  if (found?.sent && !continues && !takesUp) throw new AppError("conflict", "This message was sent before.");
  if (found?.running) throw busy("This conversation has a run going on elsewhere.");

  const isNew = (found?.browserState ?? null) === null;
  const browserState = { ...objectOf(found?.browserState), ...trusted.browserState };
  checkSize("browserState", browserState);
  const at = now();
  const { clientTools, ...others } = trusted;
  const input = { ...others, ...(clientTools && { clientTools }) };
  const echoed = JSON.stringify(browserState);
  const started = [lease.owner, lease.until(), threadId, at];
  const initial = () => JSON.stringify(serverKeys(team.initialState, team.stateKeys));
  const writes: Write[] = [
    // First, as its key decides who may go on: a thread has one live run on all servers together.
    { statement: insertRun, values: [runId, threadId, ownerId, JSON.stringify(input), ...started] },
    isNew
      ? {
          statement: insertThread,
          values: [threadId, ownerId, threadTitle(message.content), initial(), echoed, at, at],
        }
      : { statement: updateThread, values: [echoed, at, threadId, ownerId], written: true },
    ...(queued ? [{ statement: takeFromQueue, values: [threadId, message.id], written: true as const }] : []),
    ...answers.map(({ id, answer }) => answeringRequest(id, answer, at)),
  ];
  const written = await writeSurely(
    () => writeInOrder(db, writes),
    () => lease.holds(runId),
  ).catch((cause: unknown) => {
    if (!isTaken(cause)) throw cause;
    throw busy("This run, or its conversation, was started at the same moment.", cause);
  });
  // As it is now that nobody else may run: another process may have had a run there a moment ago.
  const [thread] = written?.[1] ?? (await select(db, readThread, [threadId, ownerId]));
  const seq = Number(thread?.seq);
  const state = { ...team.initialState, ...objectOf(thread?.state), ...browserState };
  const { context, forwardedProps } = trusted;
  const request = {
    threadId,
    runId,
    ownerId,
    context,
    forwardedProps,
    state,
    ...(clientTools && { clientTools }),
  };
  return {
    seq,
    state,
    input,
    request: { ...request, ...(!takesUp && { message }), ...(continues && { continues }) },
  };
}

function objectOf(column: unknown): JsonObject {
  const value = typeof column === "string" ? jsonOrText(column) : undefined;
  return isJsonObject(value) ? value : {};
}
