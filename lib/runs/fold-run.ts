import type { Message } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { isMissing, writeAll, writeSurely } from "@/lib/db/write";
import type { JsonObject } from "@/lib/shared/json";

export type FinishedRun = {
  threadId: string;
  runId: string;
  status: "success" | "interrupt" | "cancelled" | "error";
  /** The last event's number: everything up to it is in `messages` and `state` now. */
  seq: number;
  /** Those this run added. */
  messages: readonly Message[];
  /** The thread's server-owned keys from now on. */
  state: JsonObject;
  usage?: JsonObject;
};

const joinedAway = ["TEXT_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "REASONING_MESSAGE_CONTENT"];

/**
 * Puts an ended run's messages and state where opening a thread reads them, in one transaction with the folded seq, so
 * that a reader sees the run either as events or folded, never both (R4). Pieces of text and arguments go; the order of
 * state changes stays for the change log.
 */
export async function foldRun(db: Db, run: FinishedRun, now: Date): Promise<void> {
  const { threadId, runId, seq, status } = run;
  const position = await db.message.count({ where: { threadId } });
  const rows = run.messages.map((message, index) => ({
    threadId,
    position: position + index,
    id: message.id,
    runId,
    payload: column(message),
  }));
  const ended = { status, liveThread: null, endedAt: now, ...(run.usage ? { usage: run.usage } : {}) };
  const writes = () => [
    // First, as it fails where another process has closed the run meanwhile: a run is folded once.
    db.run.update({ where: { id: runId, status: "running" }, data: ended }),
    db.message.createMany({ data: rows }),
    db.runEvent.deleteMany({ where: { threadId, runId, type: { in: joinedAway } } }),
    db.thread.updateMany({
      where: { id: threadId },
      data: { state: run.state, seq, foldedSeq: seq, updatedAt: now },
    }),
  ];
  const isDone = async () => (await db.run.count({ where: { id: runId, status: "running" } })) === 0;
  await writeSurely(() => writeAll(db, writes), isDone).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

function column(message: Message): JsonObject {
  return JSON.parse(JSON.stringify(message)) as JsonObject;
}
