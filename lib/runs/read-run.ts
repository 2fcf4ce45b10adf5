import { EventType } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { sseEvent } from "@/lib/http/event-stream";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { nextEvents, readSnapshots, renderEvents } from "@/lib/runs/read-thread";
import type { RunInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { isTerminal, type StoredEvent } from "@/lib/runs/stored-event";
import type { FeedReader } from "@/lib/runs/thread-feeds";

/**
 * One run for a stock client that sent it: its events from RUN_STARTED to the terminal one (R1, R10). The client has its
 * own message already, and the results of its own tools, and would write them twice, so those are left out.
 */
export async function* readRun(
  db: Db,
  run: { thread: LoggedThread; seq: number; sent: RunInput["messages"] },
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
      const news = own.filter((event) => !isKnown(event, run.sent));
      if (news.length > 0) yield renderEvents(news);
      if (last !== -1) return;
      cursor = events.at(-1)?.seq ?? cursor;
      if (events.length === 0 && !reader.after(cursor, 1)?.length) await reader.next(signal);
    }
  } finally {
    reader.close();
  }
}

/**
 * A thread as one run, for a stock client that comes later (R10): the live run from its RUN_STARTED, with the snapshots of
 * all before it right behind that, to its end. Where none is live, a run that says what is there and ends.
 */
export async function* joinRun(
  parts: Pick<RunParts, "db" | "team" | "feeds" | "newId">,
  thread: LoggedThread,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = parts.feeds.open(thread);
  try {
    const { at, text } = await readSnapshots(parts, thread, undefined);
    if (!at.running) {
      const run = { threadId: thread.threadId, runId: parts.newId("r") };
      const { interrupts } = at;
      const outcome = interrupts.length > 0 ? { type: "interrupt", interrupts } : { type: "success" };
      yield sseEvent({ type: EventType.RUN_STARTED, ...run }) + text;
      yield sseEvent({ type: EventType.RUN_FINISHED, ...run, outcome });
      return;
    }
    let begun = false;
    for await (const piece of readRun(parts.db, { thread, seq: at.seq, sent: [] }, reader, signal)) {
      const first = piece.indexOf("\n\n") + 2;
      yield begun ? piece : piece.slice(0, first) + text + piece.slice(first);
      begun = true;
    }
  } finally {
    reader.close();
  }
}

function isKnown({ payload }: StoredEvent, sent: RunInput["messages"]): boolean {
  if (
    payload.type === "TEXT_MESSAGE_START" ||
    payload.type === "TEXT_MESSAGE_CONTENT" ||
    payload.type === "TEXT_MESSAGE_END"
  )
    return payload.messageId === sent.at(-1)?.id;
  if (payload.type !== "TOOL_CALL_RESULT") return false;
  return sent.some((message) => message.role === "tool" && message.toolCallId === payload.toolCallId);
}
