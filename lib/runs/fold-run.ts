import type { Message } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { insertingMessages } from "@/lib/db/insert-rows";
import { statement, type Write, writeInOrder } from "@/lib/db/statement";
import { isMissing, writeSurely } from "@/lib/db/write";
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

const endRun = statement(
  `UPDATE "Run" SET "status" = ?, "liveThread" = NULL, "endedAt" = ?, "usage" = ?
    WHERE "id" = ? AND "status" = 'running' RETURNING "id"`,
);
/** Of pieces that are joined in the message. */
const dropPieces = statement(
  `DELETE FROM "RunEvent" WHERE "threadId" = ? AND "runId" = ?
    AND "type" IN ('TEXT_MESSAGE_CONTENT', 'TOOL_CALL_ARGS', 'REASONING_MESSAGE_CONTENT')`,
);
const keepState = statement(
  `UPDATE "Thread" SET "state" = ?, "seq" = ?, "foldedSeq" = ?, "updatedAt" = ? WHERE "id" = ?`,
);

/**
 * Puts an ended run's messages and state where opening a thread reads them, in one transaction with the folded seq, so
 * that a reader sees the run either as events or folded, never both (R4). Pieces of text and arguments go; the order of
 * state changes stays for the change log.
 */
export async function foldRun(db: Db, run: FinishedRun, now: Date): Promise<void> {
  const { threadId, runId, seq, status, usage } = run;
  const rows = run.messages.map((message) => ({ id: message.id, payload: column(message) }));
  const writes: Write[] = [
    // First, as it fails where another process has closed the run meanwhile: a run is folded once.
    {
      statement: endRun,
      values: [status, now, usage ? JSON.stringify(usage) : null, runId],
      written: true,
    },
    insertingMessages(threadId, runId, rows),
    { statement: dropPieces, values: [threadId, runId] },
    { statement: keepState, values: [JSON.stringify(run.state), seq, seq, now, threadId] },
  ];
  const isDone = async () => (await db.run.count({ where: { id: runId, status: "running" } })) === 0;
  await writeSurely(() => writeInOrder(db, writes), isDone).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

function column(message: Message): JsonObject {
  return message as unknown as JsonObject;
}
