import type { LoggedThread } from "@/lib/runs/event-writer";
import { lengthOf } from "@/lib/runs/limits";
import type { StoredEvent } from "@/lib/runs/stored-event";
import { AppError } from "@/lib/shared/app-error";

/** Events a feed keeps in memory for readers that keep up; the others read the log itself. */
const keptEvents = 2_000;

/** No more of them together, as big as they may be. */
const keptCharacters = 4 * 1024 * 1024;

/** Something that is not an event of the log, for whoever is reading now: another's change, or the end of the stream. */
export type Notice = { event: string; data: unknown };

/** More than these a reader that does not take them has lost: it is told what is newest. */
const keptNotices = 200;

/** `wokenAt` is when the oldest event came that it has not taken yet, by performance.now(). */
type Reader = { wake: () => void; notices: Notice[]; wokenAt: number | undefined };

type Feed = {
  ownerId: string;
  /** The number after which `events` has every event; undefined when memory knows of none. */
  since: number | undefined;
  events: StoredEvent[];
  characters: number;
  readers: Set<Reader>;
  live: boolean;
};

export type FeedReader = {
  /** Events after `seq`, at most `limit`; undefined when memory does not reach back that far. */
  after(seq: number, limit: number): StoredEvent[] | undefined;
  takeNotices(): Notice[];
  /** Resolves at the next commit or notice, or when the signal aborts. Call it in the same turn as `after` found nothing. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
};

export type ThreadFeeds = ReturnType<typeof createThreadFeeds>;

/**
 * What the process's readers are woken by. A feed exists while its thread runs or is read; it keeps the newest events
 * only, whoever reads them, so that a slow reader costs nothing.
 */
export function createThreadFeeds(mostReaders: number, onLag: (ms: number) => void = () => {}) {
  const feeds = new Map<string, Feed>();
  let readers = 0;

  // With the owner in the key, a thread's readers are its owner's, whoever makes a thread of that id later (S7).
  const keyOf = ({ ownerId, threadId }: LoggedThread) => JSON.stringify([ownerId, threadId]);

  function feedOf(thread: LoggedThread): Feed {
    const known = feeds.get(keyOf(thread));
    if (known) return known;
    const feed: Feed = {
      ownerId: thread.ownerId,
      since: undefined,
      events: [],
      characters: 0,
      readers: new Set(),
      live: false,
    };
    feeds.set(keyOf(thread), feed);
    return feed;
  }

  function forgetUnused(thread: LoggedThread, feed: Feed) {
    if (feed.readers.size === 0 && !feed.live) feeds.delete(keyOf(thread));
  }

  function tell(feed: Feed, notice: Notice) {
    for (const reader of feed.readers) {
      reader.notices.push(notice);
      if (reader.notices.length > keptNotices) reader.notices.shift();
      reader.wake();
    }
  }

  /** From now on memory has what comes after `since`, if it is told. */
  function forgetEvents(feed: Feed, since?: number) {
    feed.since = since;
    feed.events = [];
    feed.characters = 0;
  }

  function keepEvents(feed: Feed, events: StoredEvent[]) {
    feed.events.push(...events);
    for (const { payload } of events) feed.characters += lengthOf(payload);
    if (feed.events.length <= keptEvents * 1.5 && feed.characters <= keptCharacters * 1.5) return;
    let left = Math.max(0, feed.events.length - keptEvents);
    for (let at = 0; at < feed.events.length && (at < left || feed.characters > keptCharacters); at++) {
      const event = feed.events[at];
      feed.characters -= event ? lengthOf(event.payload) : 0;
      left = Math.max(left, at + 1);
    }
    feed.since = feed.events.splice(0, left).at(-1)?.seq ?? feed.since;
  }

  const newestOf = ({ events, since }: Feed) => events.at(-1)?.seq ?? since;

  /** What this process runs it knows best. */
  function lookAgain(feed: Feed) {
    if (feed.live) return;
    forgetEvents(feed);
    for (const reader of feed.readers) reader.wake();
  }

  return {
    /** Keeps the feed while a run lives whose events come after `since`, so that its readers read from memory. */
    startLive(thread: LoggedThread, since: number) {
      const feed = feedOf(thread);
      feed.live = true;
      if (newestOf(feed) !== since) forgetEvents(feed, since);
    },
    endLive(thread: LoggedThread) {
      const feed = feedOf(thread);
      feed.live = false;
      forgetUnused(thread, feed);
    },
    publish(thread: LoggedThread, events: StoredEvent[]) {
      const feed = feeds.get(keyOf(thread));
      if (!feed) return;
      // Another process may have run the thread in between: what memory holds has no gaps.
      const before = (events[0]?.seq ?? 1) - 1;
      if (newestOf(feed) !== before) forgetEvents(feed, before);
      keepEvents(feed, events);
      const now = performance.now();
      for (const reader of feed.readers) {
        reader.wokenAt ??= now;
        reader.wake();
      }
    },
    /** Another process has stored events: readers find them in the log. */
    storedElsewhere(thread: LoggedThread) {
      const feed = feeds.get(keyOf(thread));
      if (feed) lookAgain(feed);
    },
    /** Something may have been stored elsewhere. */
    lookEverywhere() {
      for (const feed of feeds.values()) lookAgain(feed);
    },
    notifyThread(thread: LoggedThread, notice: Notice) {
      const feed = feeds.get(keyOf(thread));
      if (feed) tell(feed, notice);
    },
    notifyOwner(ownerId: string, notice: Notice) {
      for (const feed of feeds.values()) if (feed.ownerId === ownerId) tell(feed, notice);
    },
    /** Throws unavailable when as many read as may. */
    checkRoom() {
      if (readers < mostReaders) return;
      throw new AppError(
        "unavailable",
        "The server has as many readers as it can take. Try again in a moment.",
      );
    },
    open(thread: LoggedThread): FeedReader {
      readers += 1;
      const feed = feedOf(thread);
      const reader: Reader = { wake: () => {}, notices: [], wokenAt: undefined };
      feed.readers.add(reader);
      return {
        after(seq, limit) {
          if (feed.since === undefined || feed.since > seq) return undefined;
          const start = seq - feed.since;
          if (reader.wokenAt !== undefined) onLag(performance.now() - reader.wokenAt);
          reader.wokenAt = undefined;
          return feed.events.slice(start, start + limit);
        },
        takeNotices: () => reader.notices.splice(0),
        next(signal) {
          return new Promise<void>((resolve) => {
            if (signal.aborted || reader.notices.length > 0) return resolve();
            const wake = () => {
              signal.removeEventListener("abort", wake);
              resolve();
            };
            reader.wake = wake;
            signal.addEventListener("abort", wake, { once: true });
          });
        },
        close() {
          if (feed.readers.delete(reader)) readers -= 1;
          forgetUnused(thread, feed);
        },
      };
    },
  };
}
