import type { Answer } from "@/lib/agent/open-request";
import type { InvocationRow, RunRequest } from "@/lib/agent/run";
import { readTogether } from "@/lib/db/read";
import { isTaken, writeAll, writeSurely } from "@/lib/db/write";
import type { LiveRun } from "@/lib/runs/live-run";
import { busy } from "@/lib/runs/run-errors";
import { checkSize, type TrustedInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { threadTitle } from "@/lib/runs/thread-title";
import { waitForFold } from "@/lib/runs/wait-for-fold";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";
import { answerRequest } from "@/lib/threads/pauses";

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
  const left = await db.run.findFirst({ where: { threadId, status: "running" }, select: { id: true } });
  if (left) {
    await recover();
    await waitForFold(db, threadId, recover);
  }
  const [before, run, message, running] = await readTogether(db, [
    db.thread.findUnique({ where: { id: threadId } }),
    db.run.findUnique({ where: { id: runId }, select: { id: true } }),
    db.message.findFirst({ where: { threadId, id: trusted.message.id }, select: { id: true } }),
    db.run.count({ where: { threadId, status: "running" } }),
  ]);
  if (run) throw new AppError("conflict", "This run was started before.");
  if (message && !continues && !takesUp) throw new AppError("conflict", "This message was sent before.");
  if (running > 0) throw busy("This conversation has a run going on elsewhere.");

  const browserState = { ...object(before?.browserState), ...trusted.browserState };
  checkSize("browserState", browserState);
  const at = now();
  const { clientTools, ...others } = trusted;
  const input = { ...others, ...(clientTools && { clientTools }) };
  const writes = () => [
    // First, as its key decides who may go on: a thread has one live run on all servers together.
    db.run.create({
      data: {
        id: runId,
        threadId,
        ownerId,
        status: "running",
        input,
        leaseOwner: lease.owner,
        leaseUntil: lease.until(),
        liveThread: threadId,
        startedAt: at,
      },
    }),
    before
      ? db.thread.update({ where: { id: threadId, ownerId }, data: { browserState, updatedAt: at } })
      : db.thread.create({
          data: {
            id: threadId,
            ownerId,
            title: threadTitle(trusted.message.content),
            state: serverKeys(team.initialState, team.stateKeys),
            browserState,
            createdAt: at,
            updatedAt: at,
          },
        }),
    ...(queued
      ? [db.queuedMessage.delete({ where: { threadId_id: { threadId, id: trusted.message.id } } })]
      : []),
    ...answers.map(({ id, answer }) => answerRequest(db, id, answer, at)),
  ];
  const written = await writeSurely(
    () => writeAll(db, writes),
    () => lease.holds(runId),
  ).catch((cause: unknown) => {
    if (!isTaken(cause)) throw cause;
    throw busy("This run, or its conversation, was started at the same moment.", cause);
  });
  // As it is now that nobody else may run: another process may have had a run there a moment ago.
  const thread = written?.[1] ?? (await db.thread.findUniqueOrThrow({ where: { id: threadId, ownerId } }));
  const { seq, state: kept } = thread as { seq: number; state: unknown };
  const state = { ...team.initialState, ...object(kept), ...browserState };
  const { message: asked, context, forwardedProps } = trusted;
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
    request: { ...request, ...(!takesUp && { message: asked }), ...(continues && { continues }) },
  };
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
