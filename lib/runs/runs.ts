import type { ClientCalls } from "@/lib/agent/run";
import type { ToolResult } from "@/lib/agent/tool";
import type { OpenChannel } from "@/lib/db/channel";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { select, statement } from "@/lib/db/statement";
import { log } from "@/lib/observability/log";
import { beginningOf } from "@/lib/runs/answered-pause";
import { brokenRun } from "@/lib/runs/broken-run";
import { checkDay } from "@/lib/runs/daily-tokens";
import { createEventWriter, type LoggedThread } from "@/lib/runs/event-writer";
import { createLease, type HeldRun } from "@/lib/runs/lease";
import { defaultLimits, type RunLimits } from "@/lib/runs/limits";
import { executeRun, type LiveRun, loseRun } from "@/lib/runs/live-run";
import { createLiveRuns } from "@/lib/runs/live-runs";
import { type Beginning, openRun } from "@/lib/runs/open-run";
import { createPeers } from "@/lib/runs/peers";
import { createQueue } from "@/lib/runs/queue";
import { joinRun, readRun } from "@/lib/runs/read-run";
import { readThread } from "@/lib/runs/read-thread";
import { recoverRuns } from "@/lib/runs/recover";
import { isBusy } from "@/lib/runs/run-errors";
import type { RunInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { stopElsewhere } from "@/lib/runs/stop-elsewhere";
import { createThreadFeeds } from "@/lib/runs/thread-feeds";
import { waitForFold } from "@/lib/runs/wait-for-fold";
import { AppError } from "@/lib/shared/app-error";
import { readPause } from "@/lib/threads/pauses";
import type { QueuedMessage } from "@/lib/threads/schema";
import { noThread } from "@/lib/threads/threads";

export type Runs = ReturnType<typeof createRuns>;

/** Pieces of an SSE body; ends when the signal aborts. */
export type OpenStream = (signal: AbortSignal) => AsyncIterator<string>;

const cancelMs = 10_000;

const ownerOfThread = statement(`SELECT "ownerId", "deletedAt" FROM "Thread" WHERE "id" = ?`);

type Given = Omit<RunParts, "writer" | "feeds" | "lease" | "queue" | "limits"> & {
  limits?: Partial<RunLimits> | undefined;
  /** To the other server processes on the same database (R9). */
  openChannel?: OpenChannel | undefined;
  /** How long a run is held without a heartbeat (R5); 10 s by default. */
  leaseMs?: number | undefined;
  /** Told of each run that ended here, with the milliseconds it took. */
  onEnd?: (status: string, ms: number) => void;
  /** Told how long, in milliseconds, stored events waited for a live reader. */
  onLag?: (ms: number) => void;
};

/**
 * The life of runs: start, read, cancel. A run belongs to this process from its start to its fold, whoever reads it
 * (R2). Runs of processes that died are closed when this is made, at every heartbeat, and before a thread is used (R5).
 */
export function createRuns(given: Given) {
  const { db, now } = given;
  const limits = { ...defaultLimits, ...given.limits };
  const live = createLiveRuns(limits.runs);
  const feeds = createThreadFeeds(limits.readers, given.onLag);
  const queue = createQueue(given);
  const lease = createLease(db, now, takeBeat, given.leaseMs);
  const writer = createEventWriter(
    db,
    (thread, events) => {
      feeds.publish(thread, events);
      peers.tellEvents(thread);
    },
    () => (lease.isLate() ? lease.beat() : undefined),
  );
  const parts: RunParts = { ...given, limits, writer, feeds, lease, queue };
  const peers = createPeers(lease.owner, given.openChannel, {
    onEvents: feeds.storedElsewhere,
    onStop: (threadId) => live.get(threadId)?.stop.abort(stopped()),
    onQueue: (thread) => void showQueue(thread),
    onChange: (ownerId, change) => feeds.notifyOwner(ownerId, { event: "change", data: change }),
    onGap: feeds.lookEverywhere,
  });
  let draining = false;
  let closing: Promise<unknown> = Promise.resolve();

  /** Lets go of runs that another process has taken meanwhile, and stops those that are to stop. */
  async function takeBeat(held: readonly HeldRun[], askedAt: number): Promise<void> {
    const mine = new Map(held.map((run) => [run.id, run]));
    for (const run of live.all()) {
      const row = mine.get(run.runId);
      if (row?.stopAt) run.stop.abort(stopped());
      if (!row && !run.ended && run.openedAt !== undefined && run.openedAt < askedAt) loseRun(run);
    }
    await recover();
  }

  async function recover(threadId?: string): Promise<void> {
    try {
      // One after the other: a run that is being closed is this process's, and not among its live ones.
      closing = closing.then(() => recoverRuns(parts, live.has, threadId)).catch(reportLeftBehind);
      await closing;
      if (threadId === undefined) for (const thread of await queue.threads()) await startNext(thread);
    } catch (error) {
      reportLeftBehind(error);
    }
  }
  const recovered = recover();

  function release(run: LiveRun) {
    live.release(run);
    feeds.endLive(run.thread);
  }

  /** Opens a run and sets it going; `opened` is called in between, when its events are yet to come. */
  async function begin<T>(
    thread: LoggedThread,
    runId: string,
    beginning: Beginning,
    opened: (run: LiveRun, seq: number) => T,
    client?: ClientCalls,
  ): Promise<T> {
    if (draining) throw new AppError("unavailable", "The server is about to stop. Try again in a moment.");
    await checkDay(parts, thread.ownerId);
    const run = await live.reserve(thread, runId);
    try {
      const start = await openRun(parts, run, beginning, () => recover(thread.threadId));
      run.openedAt = performance.now();
      feeds.startLive(thread, start.seq);
      const result = opened(run, start.seq);
      run.done = executeRun(parts, run, { ...start.request, ...(client && { client }) }, start)
        .catch((error: unknown) => {
          log.error({ runId, ...thread, err: error }, "a run could not be closed");
          feeds.notifyThread(thread, {
            event: "failed",
            data: { message: "The conversation can't be stored." },
          });
        })
        .finally(() => {
          release(run);
          given.onEnd?.(run.outcome?.status ?? "error", performance.now() - (run.openedAt ?? 0));
        });
      void run.done.then(() => startNext(thread));
      return result;
    } catch (error) {
      release(run);
      throw error;
    }
  }

  async function admit(ownerId: string, input: RunInput): Promise<[LoggedThread, Beginning]> {
    const thread = { ownerId, threadId: input.threadId };
    await recovered;
    await checkThread(thread);
    // What is answered is known when the run that asked is folded.
    const answers = (input.resume ?? []).length > 0 || input.messages.at(-1)?.role === "tool";
    if (answers) await waitForFold(db, thread.threadId, () => recover(thread.threadId));
    return [thread, await beginningOf(parts, thread, input)];
  }

  /** Starts what waits in a thread, when its turn has come (R6). */
  async function startNext(thread: LoggedThread): Promise<void> {
    if (draining || live.get(thread.threadId)) return;
    try {
      const next = await queue.first(thread);
      // Written before the question was there, it waits for the person's answer, too.
      if (!next || (await readPause(db, thread.threadId)).requests.length > 0) return;
      await begin(thread, next.runId, { trusted: next.trusted, queued: true }, () => {});
      await showQueue(thread);
    } catch (error) {
      // Whoever runs the thread now starts it afterwards; a message that was taken back leaves the others.
      if (!isBusy(error)) log.warn({ ...thread, err: error }, "a waiting message did not start");
    }
  }

  async function showQueue(thread: LoggedThread): Promise<void> {
    feeds.notifyThread(thread, { event: "queue", data: { messages: await queue.list(thread) } });
  }

  async function queueChanged(thread: LoggedThread): Promise<void> {
    peers.tellQueue(thread);
    await showQueue(thread);
    await startNext(thread);
  }

  /** Throws not_found for another owner's thread and for a deleted one; a thread that is not there yet is fine. */
  async function checkThread({ ownerId, threadId }: LoggedThread): Promise<void> {
    const [row] = await select(db, ownerOfThread, [idFilter(threadId)]);
    if (row && (row.ownerId !== ownedBy(ownerId).ownerId || row.deletedAt !== null)) throw noThread();
  }

  /** Resolves when the runs that are live now are over and folded. */
  async function settled(): Promise<void> {
    await recovered;
    await Promise.all(live.all().map((run) => run.done));
  }

  return {
    /**
     * Starts a run and answers at once; its events come on the thread's stream (R1). While the thread has a run, the
     * message waits in its queue instead (R6).
     */
    async start(ownerId: string, input: RunInput): Promise<{ runId: string; queued: boolean }> {
      const { runId } = input;
      const [thread, beginning] = await admit(ownerId, input);
      // Answers are for what waits now: no queue is theirs.
      if (beginning.takesUp) return begin(thread, runId, beginning, () => ({ runId, queued: false }));
      const waiting = await queue.first(thread);
      try {
        if (!waiting) return await begin(thread, runId, beginning, () => ({ runId, queued: false }));
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      await queue.add(thread, runId, beginning.trusted);
      await queueChanged(thread);
      return { runId, queued: true };
    },

    /** What waits in a thread, in its order. */
    async queued(ownerId: string, threadId: string): Promise<QueuedMessage[]> {
      await checkThread({ ownerId, threadId });
      return queue.list({ ownerId, threadId });
    },

    /** Takes back a message that waits, or all of them. Throws not_found for one that does not wait any more. */
    async takeBack(ownerId: string, threadId: string, messageId?: string): Promise<void> {
      const thread = { ownerId, threadId };
      await checkThread(thread);
      const count = await queue.remove(thread, messageId);
      if (messageId !== undefined && count === 0)
        throw new AppError("not_found", "This message has started, or was taken back before.");
      await queueChanged(thread);
    },

    /** Goes on with what the thread's last run left undone, from its last finished step (R5). */
    async continue(ownerId: string, threadId: string): Promise<{ runId: string }> {
      const thread = { ownerId, threadId };
      await recovered;
      await checkThread(thread);
      await recover(threadId);
      await waitForFold(db, threadId, () => recover(threadId));
      const runId = given.newId("r");
      return begin(thread, runId, await brokenRun(parts, thread), () => ({ runId }));
    },

    /** Starts a run and gives its own events only, for a stock client (R10). Leaving does not stop it (R2). */
    async startAndRead(ownerId: string, input: RunInput): Promise<OpenStream> {
      feeds.checkRoom();
      const [thread, beginning] = await admit(ownerId, input);
      return begin(thread, input.runId, beginning, (_run, seq) => {
        const reader = feeds.open(thread);
        const sent = input.messages;
        return (signal) => {
          signal.addEventListener("abort", () => reader.close(), { once: true });
          return readRun(db, { thread, seq, sent }, reader, signal);
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
      const runId = given.newId("r");
      const input = { threadId, runId, messages: [message], state: {}, tools: [], context: [] };
      const [thread, beginning] = await admit(ownerId, input);
      const run = await begin(thread, runId, beginning, (run) => run, client);
      const stop = () => run.stop.abort(new DOMException("Stopped by the other assistant.", "AbortError"));
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      await run.done.finally(() => signal.removeEventListener("abort", stop));
      const { outcome } = run;
      if (outcome?.results) return outcome.results;
      throw outcome?.error ?? new AppError("cancelled", "The call was stopped.");
    },

    /** The thread as one run, to its end, for a stock client that comes later (R10). */
    async join(ownerId: string, threadId: string): Promise<OpenStream> {
      const thread = { ownerId, threadId };
      feeds.checkRoom();
      await recovered;
      await checkThread(thread);
      return (signal) => joinRun(parts, thread, signal);
    },

    /**
     * The thread's stream, from the start or after a number (R4); a snapshot holds the newest turns asked for, or all. A
     * thread that is not there yet is empty.
     */
    async read(ownerId: string, threadId: string, after?: number, turns?: number): Promise<OpenStream> {
      const thread = { ownerId, threadId };
      feeds.checkRoom();
      await recovered;
      await checkThread(thread);
      return (signal) => readThread(parts, { thread, after, turns }, signal);
    },

    /**
     * Stops the thread's run, whichever process works on it, and waits for it (R2, R9): afterwards nothing more is
     * written. False when none was live. Throws timeout should it, against all rules, not be over after 10 s.
     */
    async cancel(ownerId: string, threadId: string): Promise<boolean> {
      const thread = { ownerId, threadId };
      await checkThread(thread);
      const run = live.get(threadId);
      if (run?.thread.ownerId !== ownerId) {
        const ports = { db, now, tell: peers.tellStop, recover: () => recover(threadId) };
        return stopElsewhere(ports, thread, cancelMs);
      }
      run.stop.abort(stopped());
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
      peers.tellChange(ownerId, change);
    },

    /** From the next run on. Runs outlive the code that a hot reload replaces. */
    takeTeam(next: Pick<RunParts, "team" | "runTeam" | "chooseModel">): void {
      Object.assign(parts, next);
    },

    /** What the team can do from now on. */
    tools: () => parts.team.tools,

    /** How many runs are live. */
    liveCount: live.count,

    isDraining: () => draining,

    settled,

    /** Starts nothing more and gives the live runs time to end (R5). False when some did not. */
    async drain(timeoutMs: number): Promise<boolean> {
      draining = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, false);
      });
      return Promise.race([settled().then(() => true), late]).finally(() => clearTimeout(timer));
    },

    /** Waits for the live runs and lets go of the timers and the connection to peers. */
    async close(): Promise<void> {
      draining = true;
      await settled();
      lease.stop();
      await peers.close();
    },
  };
}

function stopped(): DOMException {
  return new DOMException("Stopped by the person.", "AbortError");
}

function reportLeftBehind(error: unknown): void {
  log.error({ err: error }, "a run left behind could not be closed");
}
