import type { StoredEvent } from "@/lib/runs/stored-event";

/** Events a feed keeps in memory for readers that keep up; the others read the log itself. */
const keptEvents = 2_000;

/** Something that is not an event of the log, for whoever is reading now: another's change, or the end of the stream. */
export type Notice = { event: string; data: unknown };

/** More than these a reader that does not take them has lost: it is told what is newest. */
const keptNotices = 200;

type Reader = { ownerId: string; wake: () => void; notices: Notice[] };

type Feed = { events: StoredEvent[]; readers: Set<Reader>; live: boolean };

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
export function createThreadFeeds() {
  const feeds = new Map<string, Feed>();

  function feedOf(threadId: string): Feed {
    const known = feeds.get(threadId);
    if (known) return known;
    const feed: Feed = { events: [], readers: new Set(), live: false };
    feeds.set(threadId, feed);
    return feed;
  }

  function forget(threadId: string, feed: Feed) {
    if (feed.readers.size === 0 && !feed.live) feeds.delete(threadId);
  }

  return {
    /** Keeps the feed while a run lives, so that who comes late within it reads from memory. */
    setLive(threadId: string, live: boolean) {
      const feed = feedOf(threadId);
      feed.live = live;
      forget(threadId, feed);
    },
    publish(threadId: string, events: StoredEvent[]) {
      const feed = feeds.get(threadId);
      if (!feed) return;
      feed.events.push(...events);
      if (feed.events.length > keptEvents * 1.5) feed.events.splice(0, feed.events.length - keptEvents);
      for (const reader of feed.readers) reader.wake();
    },
    /** To every reader of this owner, or of one of the owner's threads. */
    notify(ownerId: string, notice: Notice, threadId?: string) {
      for (const [id, feed] of feeds) {
        if (threadId !== undefined && id !== threadId) continue;
        for (const reader of feed.readers) {
          if (reader.ownerId !== ownerId) continue;
          reader.notices.push(notice);
          if (reader.notices.length > keptNotices) reader.notices.shift();
          reader.wake();
        }
      }
    },
    open(threadId: string, ownerId: string): FeedReader {
      const feed = feedOf(threadId);
      const reader: Reader = { ownerId, wake: () => {}, notices: [] };
      feed.readers.add(reader);
      return {
        after(seq, limit) {
          const first = feed.events[0];
          if (!first || first.seq > seq + 1) return undefined;
          const start = Math.max(0, seq + 1 - first.seq);
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
          feed.readers.delete(reader);
          forget(threadId, feed);
        },
      };
    },
  };
}
