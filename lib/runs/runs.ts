import { setMaxListeners } from "node:events";
import type { ClientCalls } from "@/lib/agent/run";
import type { ToolResult } from "@/lib/agent/tool";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { checkDay } from "@/lib/runs/daily-tokens";
import { createEventWriter, type LoggedThread } from "@/lib/runs/event-writer";
import { createLease } from "@/lib/runs/lease";
import { executeRun, type LiveRun } from "@/lib/runs/live-run";
import { openRun } from "@/lib/runs/open-run";
import { readRun } from "@/lib/runs/read-run";
import { readThread } from "@/lib/runs/read-thread";
import { recoverRuns } from "@/lib/runs/recover";
import { type RunInput, trustInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { createThreadFeeds } from "@/lib/runs/thread-feeds";
import { AppError } from "@/lib/shared/app-error";
import { noThread } from "@/lib/threads/threads";

export type Runs = ReturnType<typeof createRuns>;

/** Pieces of an SSE body; ends when the signal aborts. */
export type OpenStream = (signal: AbortSignal) => AsyncIterator<string>;

const cancelMs = 10_000;

/**
 * The life of runs: start, read, cancel. A run belongs to this process from its start to its fold, whoever reads it
 * (R2). Runs of processes that died are closed when this is made, at every heartbeat, and before a thread is used (R5).
 */
export function createRuns(given: Omit<RunParts, "writer" | "feeds" | "lease">) {
  const { db, now } = given;
  const live = new Map<string, LiveRun>();
  const feeds = createThreadFeeds();
  const writer = createEventWriter(db, feeds.publish);
  const isMine = (runId: string) => [...live.values()].some((run) => run.runId === runId);
  const lease = createLease(db, now, () => recover());
  const parts: RunParts = { ...given, writer, feeds, lease };

  async function recover(threadId?: string): Promise<void> {
    try {
      await recoverRuns(parts, isMine, threadId);
    } catch (error) {
      console.error("A run left behind could not be closed.", error);
    }
  }
  const recovered = recover();

  /** Takes the thread for a run; who comes while the last run folds waits for it. Throws conflict while one is live (R6). */
  async function reserve(thread: LoggedThread, runId: string): Promise<LiveRun> {
    const { threadId } = thread;
    for (let before = live.get(threadId); before; before = live.get(threadId)) {
      if (!before.ended)
        throw new AppError(
          "conflict",
          "This conversation has a run going on. Stop it, or wait for it to end.",
        );
      await before.done;
    }
    const stop = new AbortController();
    // Every model call, tool and delegate at work listens.
    setMaxListeners(0, stop.signal);
    const run: LiveRun = { runId, thread, stop, ended: false, done: Promise.resolve() };
    live.set(threadId, run);
    return run;
  }

  function release(run: LiveRun) {
    live.delete(run.thread.threadId);
    feeds.setLive(run.thread, false);
  }

  async function begin<T>(
    ownerId: string,
    input: RunInput,
    opened: (run: LiveRun, seq: number) => T,
    client?: ClientCalls,
  ): Promise<T> {
    const { threadId, runId } = input;
    const thread = { ownerId, threadId };
    const trusted = trustInput(input, parts.team.stateKeys);
    await recovered;
    await checkThread(thread);
    await checkDay(parts, ownerId);
    const run = await reserve(thread, runId);
    try {
      const start = await openRun(parts, run, trusted, () => recover(threadId));
      feeds.setLive(thread, true);
      const result = opened(run, start.seq);
      run.done = executeRun(parts, run, { ...start.request, ...(client && { client }) }, start)
        .catch((error: unknown) => {
          console.error(`run ${runId} could not be closed`, error);
          feeds.notifyThread(thread, {
            event: "failed",
            data: { message: "The conversation can't be stored." },
          });
        })
        .finally(() => release(run));
      return result;
    } catch (error) {
      release(run);
      throw error;
    }
  }

  /** Throws not_found for another owner's thread and for a deleted one; a thread that is not there yet is fine. */
  async function checkThread({ ownerId, threadId }: LoggedThread): Promise<void> {
    const row = await db.thread.findUnique({
      where: { id: idFilter(threadId) },
      select: { ownerId: true, deletedAt: true },
    });
    if (row && (row.ownerId !== ownedBy(ownerId).ownerId || row.deletedAt)) throw noThread();
  }

  /** Resolves when the runs that are live now are over and folded. */
  async function settled(): Promise<void> {
    await recovered;
    await Promise.all([...live.values()].map((run) => run.done));
  }

  return {
    /** Starts a run and answers at once; its events come on the thread's stream (R1). */
    start(ownerId: string, input: RunInput): Promise<{ runId: string; queued: boolean }> {
      return begin(ownerId, input, ({ runId }) => ({ runId, queued: false }));
    },

    /** Starts a run and gives its own events only, for a stock client (R10). Leaving does not stop it (R2). */
    startAndRead(ownerId: string, input: RunInput): Promise<OpenStream> {
      return begin(ownerId, input, ({ thread }, seq) => {
        const reader = feeds.open(thread);
        const messageId = input.messages.at(-1)?.id ?? "";
        return (signal) => {
          signal.addEventListener("abort", () => reader.close(), { once: true });
          return readRun(db, { thread, seq, messageId }, reader, signal);
        };
      });
    },

    /**
     * Makes another assistant's calls in a run of their own and waits for what they answer (T4). The signal stops the run.
     * Throws cancelled when it was stopped, conflict while the thread has a run.
     */
    async call(
      ownerId: string,
      threadId: string,
      client: ClientCalls & { message: string },
      signal: AbortSignal,
    ): Promise<readonly ToolResult[]> {
      const message = { id: given.newId("m"), role: "user" as const, content: client.message };
      const input = { threadId, runId: given.newId("r"), messages: [message], state: {}, tools: [] };
      const run = await begin(ownerId, { ...input, context: [] }, (live) => live, client);
      const stop = () => run.stop.abort(new DOMException("Stopped by the other assistant.", "AbortError"));
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      await run.done.finally(() => signal.removeEventListener("abort", stop));
      const { outcome } = run;
      if (outcome?.results) return outcome.results;
      throw outcome?.error ?? new AppError("cancelled", "The call was stopped.");
    },

    /** The thread's stream, from the start or after a number (R4). A thread that is not there yet is empty. */
    async read(ownerId: string, threadId: string, after?: number): Promise<OpenStream> {
      const thread = { ownerId, threadId };
      await recovered;
      await checkThread(thread);
      return (signal) => readThread(parts, { thread, after }, signal);
    },

    /**
     * Stops the thread's run and waits for it (R2): afterwards nothing more is written. False when none was live.
     * Throws timeout should it, against all rules, not be over after 10 s.
     */
    async cancel(ownerId: string, threadId: string): Promise<boolean> {
      await checkThread({ ownerId, threadId });
      const run = live.get(threadId);
      if (run?.thread.ownerId !== ownerId) return false;
      run.stop.abort(new DOMException("Stopped by the person.", "AbortError"));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new AppError("timeout", "The run does not stop.")), cancelMs);
      });
      await Promise.race([run.done, late]).finally(() => clearTimeout(timer));
      return true;
    },

    /** Tells every open reader of the owner what was changed, and by whom (R4). */
    broadcastChange(ownerId: string, change: { id: string }): void {
      feeds.notifyOwner(ownerId, { event: "change", data: change });
    },

    /** From the next run on. Runs outlive the code that a hot reload replaces. */
    takeTeam(next: Pick<RunParts, "team" | "runTeam" | "chooseModel">): void {
      Object.assign(parts, next);
    },

    /** How many runs are live. */
    liveCount: () => live.size,

    settled,

    /** Waits for the live runs and lets go of the timers. */
    async close(): Promise<void> {
      lease.stop();
      await settled();
    },
  };
}
