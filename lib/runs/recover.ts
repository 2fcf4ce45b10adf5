import { type AGUIEvent, EventType } from "@ag-ui/core";
import { z } from "zod";
import { clearPending } from "@/lib/agent/pending";
import { recoverCall } from "@/lib/agent/recover-call";
import type { TraceEntry } from "@/lib/agent/run";
import { readTogether } from "@/lib/db/read";
import { closingEvents, openCalls } from "@/lib/runs/closing-events";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { finishedCalls } from "@/lib/runs/finished-calls";
import { Fold } from "@/lib/runs/fold";
import { type FinishedRun, foldRun } from "@/lib/runs/fold-run";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { isTerminal, parseStoredEvent } from "@/lib/runs/stored-event";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";

/** How a run is closed from outside. */
export type Ending = { status: "error" | "cancelled"; message: string; code: string };

type Parts = Pick<RunParts, "db" | "team" | "writer" | "lease" | "trace" | "now" | "newId">;

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
  parts: Parts,
  run: { id: string; threadId: string; ownerId: string; input: unknown },
  ending: Ending,
): Promise<void> {
  const { db, team, writer, now, newId } = parts;
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
  const recovered = await recoverCalls(parts, run, events, { ...state, ...fold.state });
  const opening = events.length > 0 ? [] : await lostOpening(db, run);
  const closing = events.some(isTerminal)
    ? []
    : closingEvents([...events, ...opening], {
        clear: clearPending(team, recovered.state),
        finished: recovered.finished,
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

/** What calls had done that nobody was told of (E9), applied in the order of the calls. */
async function recoverCalls(
  parts: Parts,
  run: { id: string; threadId: string; ownerId: string },
  events: readonly AGUIEvent[],
  before: JsonObject,
) {
  const finished = new Map<string, { text: string; delta: Operation[] }>();
  const open = events.some(isTerminal) ? new Set<string>() : openCalls(events);
  let state = before;
  if (open.size > 0)
    for (const call of await finishedCalls(parts, run, (id) => open.has(id), state)) {
      const thread = { ownerId: run.ownerId, threadId: run.threadId };
      const trace = (entry: TraceEntry) => parts.trace({ runId: run.id, thread }, entry);
      const { state: after, visible } = await recoverCall(parts.team, state, call, { now: parts.now, trace });
      state = after;
      finished.set(call.toolCallId, { text: call.result.text, delta: visible });
    }
  return { state, finished };
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
