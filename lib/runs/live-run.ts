import type { AGUIEvent } from "@ag-ui/core";
import type { RunOutcome, RunPorts, RunRequest, TranscriptStore } from "@/lib/agent/run";
import { log as serverLog } from "@/lib/observability/log";
import type { LoggedThread, RunLog } from "@/lib/runs/event-writer";
import { Fold } from "@/lib/runs/fold";
import { foldRun } from "@/lib/runs/fold-run";
import { hashingEvents } from "@/lib/runs/hashed-state";
import { limitRun } from "@/lib/runs/limits";
import { closeRun, type Ending } from "@/lib/runs/recover";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { isTerminal } from "@/lib/runs/stored-event";
import { AppError, isAppError } from "@/lib/shared/app-error";
import { newId } from "@/lib/shared/id";
import type { JsonObject } from "@/lib/shared/json";
import { openTranscripts } from "@/lib/threads/transcripts";

/** A run as its process knows it. */
export type LiveRun = {
  runId: string;
  thread: LoggedThread;
  stop: AbortController;
  /** Its terminal event is stored; only the fold is left. */
  ended: boolean;
  /** When it was stored that it runs, by performance.now(); undefined before. */
  openedAt: number | undefined;
  /** Another process holds it by now, and closes it (R5). */
  lost: boolean;
  log: RunLog | undefined;
  /** What the engine made of it, once it has ended. */
  outcome?: RunOutcome;
  /** Resolves, and never rejects, when the run is over in every respect. */
  done: Promise<void>;
};

/** How long what is stopped may take before it is closed from outside (R2 allows 10 s in all). */
const stopMs = 8_000;

const failed: Omit<Ending, "message"> = { status: "error", code: "internal" };

/** Runs the team to its end, whatever happens on the way: afterwards the thread is folded and usable. */
export async function executeRun(
  parts: RunParts,
  live: LiveRun,
  request: RunRequest,
  start: { seq: number; state: JsonObject; input: JsonObject },
): Promise<void> {
  const fold = new Fold({ messages: [], state: start.state });
  const log = openLog(parts, live, fold, start.seq);
  const limit = limitRun(parts.limits, live.stop);
  let outcome: RunOutcome | undefined;
  let ending: Ending | undefined;
  try {
    outcome = await untilStuck(
      live,
      parts.runTeam(parts.team, request, portsOf(parts, live, log, limit.count)),
    );
  } catch (error) {
    ending = endingOf(live, error);
  }
  limit.end();
  log.close();
  if (live.lost) return;
  try {
    await log.stored();
    const seq = log.seq();
    if (!ending && outcome && live.ended) {
      live.outcome = outcome;
      const state = serverKeys(outcome.state, parts.team.stateKeys);
      const { status, usage } = outcome;
      const { threadId } = live.thread;
      const run = { threadId, runId: live.runId, status, seq, messages: fold.messages, state, usage };
      return await foldRun(parts.db, run, parts.now());
    }
  } catch (error) {
    ending ??= endingOf(live, error);
  }
  if (live.lost || !(await parts.lease.holds(live.runId))) return;
  ending ??= endingOf(live, new Error("The engine left its run open."));
  await closeRun(parts, { ...live.thread, id: live.runId, input: start.input }, ending);
}

function openLog(parts: RunParts, live: LiveRun, fold: Fold, start: number): RunLog & { seq(): number } {
  let seq = start;
  const log = parts.writer.open(
    { thread: live.thread, runId: live.runId, seq: start },
    {
      onCommit(events) {
        for (const event of events) {
          seq = event.seq;
          fold.apply(event.payload);
          if (isTerminal(event)) live.ended = true;
        }
      },
      // What can't be stored is not sent either; the run ends as soon as it notices (R3).
      onFailure: (error) => live.stop.abort(new AppError("internal", "The log failed.", { cause: error })),
    },
  );
  live.log = log;
  return { ...log, seq: () => seq };
}

function portsOf(parts: RunParts, live: LiveRun, log: RunLog, count: (event: AGUIEvent) => void): RunPorts {
  const hashing = hashingEvents(parts.team.stateKeys);
  return {
    chooseModel: parts.chooseModel,
    transcripts: whileOpen(openTranscripts(parts), log),
    emit(event) {
      count(event);
      log.append(hashing(event));
    },
    stored: log.stored,
    trace: (entry) => parts.trace(live, entry),
    now: parts.now,
    newId: parts.newId,
    signal: live.stop.signal,
  };
}

/**
 * What is left of a run that was given up on must not write into the thread that goes on without it (R2). And what can't
 * be stored ends the log: the run is then closed from what is stored, as after a crash, so that nothing is half done.
 */
function whileOpen(transcripts: TranscriptStore, log: RunLog): TranscriptStore {
  const guarded =
    <A extends unknown[]>(write: (...given: A) => Promise<void>) =>
    async (...given: A) => {
      if (log.isClosed()) throw new AppError("cancelled", "This run is over.");
      try {
        await write(...given);
      } catch (error) {
        log.fail(error);
        throw error;
      }
    };
  return {
    ...transcripts,
    append: guarded(transcripts.append),
    startInvocation: guarded(transcripts.startInvocation),
    takeUpInvocation: guarded(transcripts.takeUpInvocation),
    updateInvocation: guarded(transcripts.updateInvocation),
    endInvocation: guarded(transcripts.endInvocation),
    addRequest: guarded(transcripts.addRequest),
    closeRequest: guarded(transcripts.closeRequest),
  };
}

/** Lets go of a run that another process has taken over: nothing of it is stored from here any more (R5). */
export function loseRun(live: LiveRun): void {
  const lost = new AppError("cancelled", "Another server has taken this run over.");
  live.lost = true;
  live.log?.fail(lost);
  live.stop.abort(lost);
}

/** The run's outcome, or a rejection when it was stopped and does not end. */
async function untilStuck(live: LiveRun, running: Promise<RunOutcome>): Promise<RunOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new AppError("cancelled", "It did not stop in time."));
    live.stop.signal.addEventListener("abort", () => {
      timer = setTimeout(giveUp, stopMs);
    });
  });
  // When it does end later, there is nobody left to hear of it.
  running.catch(() => {});
  return Promise.race([running, stuck]).finally(() => clearTimeout(timer));
}

function endingOf(live: LiveRun, error: unknown): Ending {
  const reason: unknown = live.stop.signal.reason;
  if (isAppError(reason) && reason.code === "over_limit")
    return { status: "error", code: reason.code, message: reason.message };
  if (error instanceof AppError && error.code === "cancelled")
    return { status: "cancelled", code: "cancelled", message: "Stopped. Something did not stop in time." };
  const id = newId("e");
  const { signal } = live.stop;
  const err = signal.reason instanceof AppError ? signal.reason : error;
  serverLog.error({ errorId: id, runId: live.runId, threadId: live.thread.threadId, err }, "a run failed");
  return { ...failed, message: `Something went wrong on the server. Its log has more under ${id}.` };
}
