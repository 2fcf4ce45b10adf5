import { EventType } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { sseEvent } from "@/lib/http/event-stream";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { nextEvents, renderEvents } from "@/lib/runs/read-thread";
import { isTerminal, type StoredEvent } from "@/lib/runs/stored-event";
import type { FeedReader } from "@/lib/runs/thread-feeds";

/**
 * One run for a stock client that sent it: its events from RUN_STARTED to the terminal one (R1, R10). The client has its
 * own message already and would write it twice, so that is left out.
 */
export async function* readRun(
  db: Db,
  run: { thread: LoggedThread; seq: number; messageId: string },
  reader: FeedReader,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let cursor = run.seq;
  try {
    while (!signal.aborted) {
      const events = await nextEvents(db, run.thread, reader, cursor);
      if (!events || reader.takeNotices().some(({ event }) => event === "failed")) {
        const message = "This connection fell behind. The conversation itself is complete on the server.";
        yield sseEvent({ type: EventType.RUN_ERROR, message, code: "connection" });
        return;
      }
      const last = events.findIndex(isTerminal);
      const own = last === -1 ? events : events.slice(0, last + 1);
      const sent = own.filter((event) => !isAbout(event, run.messageId));
      if (sent.length > 0) yield renderEvents(sent);
      if (last !== -1) return;
      cursor = events.at(-1)?.seq ?? cursor;
      if (events.length === 0 && !reader.after(cursor, 1)?.length) await reader.next(signal);
    }
  } finally {
    reader.close();
  }
}

function isAbout({ payload }: StoredEvent, messageId: string): boolean {
  return (
    (payload.type === "TEXT_MESSAGE_START" ||
      payload.type === "TEXT_MESSAGE_CONTENT" ||
      payload.type === "TEXT_MESSAGE_END") &&
    payload.messageId === messageId
  );
}
