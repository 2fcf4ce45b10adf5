import type { AGUIEvent } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { insertEvents } from "@/lib/db/insert-rows";
import { writeSurely } from "@/lib/db/write";
import { deltaTarget, isDelta, JoinedEvents } from "@/lib/runs/joined-events";
import { eventColumn, type StoredEvent, stampSeq } from "@/lib/runs/stored-event";
import { equalJson } from "@/lib/shared/equal-json";
import { plainJson } from "@/lib/shared/plain-json";

/** Milliseconds that deltas after a target's first may wait to be joined. */
const groupMs = 12;

export type LoggedThread = { ownerId: string; threadId: string };

export type RunLog = {
  append(event: AGUIEvent): void;
  /** Resolves when everything appended so far is stored; rejects when it could not be, and nothing more will be. */
  stored(): Promise<void>;
  /** Takes no further event; those appended before are still stored. */
  close(): void;
  isClosed(): boolean;
  /** Nothing that waits is stored any more: the run is another's by now, or can't be stored. */
  fail(error: unknown): void;
};

export type LogListener = {
  /** Told after the commit, before the readers are. */
  onCommit?(events: StoredEvent[]): void;
  /** Told when events could not be stored; the log takes no more. */
  onFailure(error: unknown): void;
};

type Waiting = { upTo: number; resolve(): void; reject(error: unknown): void };

type OpenLog = {
  thread: LoggedThread;
  runId: string;
  seq: number;
  pending: JoinedEvents;
  begun: Set<string>;
  appended: number;
  committed: number;
  waiting: Waiting[];
  closed: boolean;
  failure: { error: unknown } | undefined;
  listener: LogListener;
};

type Batch = { log: OpenLog; upTo: number; events: StoredEvent[] };

export type EventWriter = ReturnType<typeof createEventWriter>;

/**
 * The one writer of the process: it stores what all runs have pending in one commit, then hands it on (R3). Structural
 * events and the first delta of a message or call go at the next turn of the event loop; further deltas wait a few
 * milliseconds to be joined. A sequence number belongs to a thread, which has one live run (R6), so the writer counts.
 */
export function createEventWriter(
  db: Db,
  onCommit: (thread: LoggedThread, events: StoredEvent[]) => void,
  /** Asked before each commit: whether this process's runs are still its own. Fails the logs of those that aren't. */
  guard: () => Promise<void> | undefined = () => undefined,
) {
  const logs = new Set<OpenLog>();
  let committing: Promise<void> | undefined;
  let urgentNext = false;
  let soon: NodeJS.Timeout | undefined;
  let now: NodeJS.Immediate | undefined;

  function schedule(urgent: boolean) {
    if (committing) urgentNext ||= urgent;
    else if (urgent) now ??= setImmediate(begin);
    else soon ??= setTimeout(begin, groupMs);
  }

  function take(): Batch[] {
    const batches: Batch[] = [];
    for (const log of logs) {
      if (log.pending.size > 0) {
        const events = log.pending.take().map((event) => {
          log.seq += 1;
          return { seq: log.seq, runId: log.runId, type: event.type, payload: stampSeq(event, log.seq) };
        });
        batches.push({ log, upTo: log.appended, events });
      }
      if (log.closed) logs.delete(log);
    }
    return batches;
  }

  function begin() {
    clearImmediate(now);
    clearTimeout(soon);
    now = undefined;
    soon = undefined;
    committing = commit();
  }

  async function commit() {
    await guard();
    const batches = take();
    try {
      await store(batches);
      for (const batch of batches) acknowledge(batch);
    } catch (error) {
      await storeOneByOne(batches, error);
    }
    committing = undefined;
    const urgent = urgentNext;
    urgentNext = false;
    if (urgent || [...logs].some((log) => log.pending.size > 0)) schedule(urgent);
  }

  async function store(batches: Batch[]) {
    const rows = batches.flatMap(({ log, events }) =>
      events.map(({ seq, runId, type, payload }) => ({
        threadId: log.thread.threadId,
        seq,
        runId,
        type,
        payload: eventColumn(payload),
      })),
    );
    if (rows.length === 0) return;
    await writeSurely(
      () => insertEvents(db, rows),
      () => areStored(batches),
    );
  }

  /** All or none are; a number may be another's, who took the run over. */
  async function areStored(batches: Batch[]): Promise<boolean> {
    const batch = batches.find(({ events }) => events.length > 0);
    if (!batch) return true;
    const { log, events } = batch;
    const seqs = events.map(({ seq }) => seq);
    const rows = await db.runEvent.findMany({ where: { threadId: log.thread.threadId, seq: { in: seqs } } });
    const stored = new Map(rows.map((row) => [row.seq, row.payload]));
    return events.every(({ seq, payload }) => equalJson(stored.get(seq), plainJson(payload)));
  }

  /** One run's trouble must not fail the others: each gets a commit of its own, and only who fails alone fails. */
  async function storeOneByOne(batches: Batch[], first: unknown) {
    for (const batch of batches) {
      try {
        if (batches.length === 1) throw first;
        await store([batch]);
        acknowledge(batch);
      } catch (error) {
        fail(batch.log, error);
      }
    }
  }

  function acknowledge({ log, upTo, events }: Batch) {
    log.committed = upTo;
    log.listener.onCommit?.(events);
    onCommit(log.thread, events);
    while (log.waiting[0] && log.waiting[0].upTo <= upTo) log.waiting.shift()?.resolve();
  }

  function fail(log: OpenLog, error: unknown) {
    log.failure = { error };
    log.pending.take();
    logs.delete(log);
    for (const waiting of log.waiting.splice(0)) waiting.reject(error);
    log.listener.onFailure(error);
  }

  return {
    /** A log for one run, whose first event gets the number after `seq`. */
    open(run: { thread: LoggedThread; runId: string; seq: number }, listener: LogListener): RunLog {
      const log: OpenLog = {
        ...run,
        pending: new JoinedEvents(),
        begun: new Set(),
        appended: 0,
        committed: 0,
        waiting: [],
        closed: false,
        failure: undefined,
        listener,
      };
      logs.add(log);
      return {
        append(event) {
          if (log.closed || log.failure) return;
          log.pending.append(event);
          log.appended += 1;
          schedule(!isDelta(event) || !log.begun.has(deltaTarget(event)));
          if (isDelta(event)) log.begun.add(deltaTarget(event));
        },
        async stored() {
          if (log.failure) {
            // What was under way when it failed is stored, or not, from then on.
            await committing;
            throw log.failure.error;
          }
          if (log.committed === log.appended) return;
          schedule(true);
          await new Promise<void>((resolve, reject) => {
            log.waiting.push({ upTo: log.appended, resolve, reject });
          });
        },
        close() {
          log.closed = true;
          if (log.pending.size === 0) logs.delete(log);
        },
        isClosed: () => log.closed || log.failure !== undefined,
        fail(error) {
          if (!log.failure) fail(log, error);
        },
      };
    },
  };
}
