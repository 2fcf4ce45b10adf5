import { type AGUIEvent, EventType } from "@ag-ui/core";
import { z } from "zod";
import { clearPending } from "@/lib/agent/pending";
import { readTogether } from "@/lib/db/read";
import { closingEvents } from "@/lib/runs/closing-events";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { Fold } from "@/lib/runs/fold";
import { type FinishedRun, foldRun } from "@/lib/runs/fold-run";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { isTerminal, parseStoredEvent } from "@/lib/runs/stored-event";
import { isJsonObject } from "@/lib/shared/json";

/** How a run is closed from outside. */
export type Ending = { status: "error" | "cancelled"; message: string; code: string };

type Parts = Pick<RunParts, "db" | "team" | "writer" | "lease" | "now" | "newId">;

const crashed: Ending = {
  status: "error",
  message: "The server stopped while this was running. What was finished is kept.",
  code: "interrupted",
};

/**
 * Closes the runs of processes that died, in all threads or in one (R5): their threads are usable afterwards. Two
 * processes that try end with one of them doing it. Returns their threads.
 */
export async function recoverRuns(
  parts: Parts,
  isMine: (runId: string) => boolean,
  threadId?: string,
): Promise<LoggedThread[]> {
  const { db, lease } = parts;
  const runs = await db.run.findMany({
    where: { status: "running", ...(threadId === undefined ? {} : { threadId }) },
    select: { id: true, threadId: true, ownerId: true, leaseOwner: true, leaseUntil: true, input: true },
  });
  const closed: LoggedThread[] = [];
  for (const run of runs) {
    if (!lease.isDead(run, isMine(run.id))) continue;
    const { count } = await db.run.updateMany({
      where: { id: run.id, status: "running", leaseOwner: run.leaseOwner },
      data: { leaseOwner: lease.owner, leaseUntil: lease.until() },
    });
    if (count === 0) continue;
    await closeRun(parts, run, crashed);
    closed.push({ ownerId: run.ownerId, threadId: run.threadId });
  }
  return closed;
}

/** Ends a run from what its log holds, and folds it. Nobody else may be writing to it. */
export async function closeRun(
  { db, team, writer, now, newId }: Parts,
  run: { id: string; threadId: string; ownerId: string; input: unknown },
  ending: Ending,
): Promise<void> {
  const { threadId, ownerId, id: runId } = run;
  const [thread, rows, newest] = await readTogether(db, [
    db.thread.findUniqueOrThrow({ where: { id: threadId }, select: { state: true, seq: true } }),
    db.runEvent.findMany({ where: { threadId, runId }, orderBy: { seq: "asc" } }),
    db.runEvent.findFirst({ where: { threadId }, orderBy: { seq: "desc" }, select: { seq: true } }),
  ]);
  const events = rows.map((row) => parseStoredEvent(row).payload);
  const state = { ...team.initialState, ...(isJsonObject(thread.state) ? thread.state : {}) };
  const fold = new Fold({ messages: [], state });
  for (const event of events) fold.apply(event);

  let seq = Math.max(thread.seq, newest?.seq ?? 0);
  const log = writer.open(
    { thread: { ownerId, threadId }, runId, seq },
    {
      onCommit: (stored) => {
        for (const event of stored) fold.apply(event.payload);
        seq = stored.at(-1)?.seq ?? seq;
      },
      // `stored()` rejects with it.
      onFailure: () => {},
    },
  );
  const opening = events.length > 0 ? [] : await lostOpening(db, run);
  const closing = events.some(isTerminal)
    ? []
    : closingEvents([...events, ...opening], {
        clear: clearPending(team, fold.state),
        newId,
        ...ending,
      });
  for (const event of [...opening, ...closing]) log.append(event);
  log.close();
  await log.stored();

  // What was suspended while others still worked has nobody to go on for.
  const left = events.some(isTerminal) ? ["running"] : ["running", "suspended"];
  await db.invocation.updateMany({
    where: { threadId, status: { in: left } },
    data: { status: "interrupted", endedAt: now() },
  });
  const status = statusOf(events.find(isTerminal)) ?? ending.status;
  const { messages } = fold;
  const kept = serverKeys(fold.state, team.stateKeys);
  await foldRun(db, { threadId, runId, status, seq, messages, state: { ...state, ...kept } }, now());
}

function statusOf(terminal: AGUIEvent | undefined): FinishedRun["status"] | undefined {
  if (terminal?.type === "RUN_ERROR") return "error";
  if (terminal?.type !== "RUN_FINISHED") return undefined;
  return terminal.outcome?.type ?? "success";
}

const StoredInput = z.object({ message: z.object({ id: z.string(), content: z.string() }) });

/** A run that died before its first event: what the person wrote must not be lost with it. */
async function lostOpening(
  db: Parts["db"],
  run: { id: string; threadId: string; input: unknown },
): Promise<AGUIEvent[]> {
  const input = StoredInput.safeParse(run.input);
  if (!input.success) return [];
  const { id: messageId, content: delta } = input.data.message;
  const { threadId, id: runId } = run;
  // One that went on with a message has it from before.
  const known = await db.message.count({ where: { threadId, id: messageId } });
  if (known > 0) return [{ type: EventType.RUN_STARTED, threadId, runId }];
  return [
    { type: EventType.RUN_STARTED, threadId, runId },
    { type: EventType.TEXT_MESSAGE_START, messageId, role: "user" },
    { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta },
    { type: EventType.TEXT_MESSAGE_END, messageId },
  ];
}
