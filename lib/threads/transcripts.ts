import type { InvocationRow, TranscriptRow, TranscriptStore } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { insertTranscript } from "@/lib/db/insert-rows";
import type { JsonObject } from "@/lib/shared/json";
import { addRequest, answerRequest, readPause } from "@/lib/threads/pauses";

/**
 * The agents' transcripts and invocations as rows (O1). They are read by the engine alone and never sent (O3). Made
 * anew for each run: it counts positions, and two writers of one transcript end in a refused row, not a mixed one.
 */
export function openTranscripts({ db, now }: { db: Db; now: () => Date }): TranscriptStore {
  const lengths = new Map<string, number>();

  async function read(threadId: string, transcript: string): Promise<TranscriptRow[]> {
    const rows = await db.transcriptMessage.findMany({
      where: { threadId, transcript },
      orderBy: { position: "asc" },
      select: { invocationId: true, message: true },
    });
    lengths.set(`${threadId} ${transcript}`, rows.length);
    return rows.map(({ invocationId, message }) => ({ invocationId, message: parseMessage(message) }));
  }

  return {
    read,
    async append(threadId, transcript, rows) {
      if (rows.length === 0) return;
      const key = `${threadId} ${transcript}`;
      const length =
        lengths.get(key) ?? (await db.transcriptMessage.count({ where: { threadId, transcript } }));
      lengths.set(key, length + rows.length);
      const placed = rows.map(({ invocationId, message }, index) => ({
        threadId,
        transcript,
        position: length + index,
        invocationId,
        message: column(message),
      }));
      await insertTranscript(db, placed);
    },
    async startInvocation(invocation: InvocationRow) {
      const { kept, ...row } = invocation;
      await db.invocation.create({
        data: { ...row, kept: [...kept], status: "running", startedAt: now() },
      });
    },
    async takeUpInvocation({ id, runId }) {
      await db.invocation.updateMany({ where: { id }, data: { runId, status: "running", endedAt: null } });
    },
    readPause: (threadId) => readPause(db, threadId),
    addRequest: (request) => addRequest(db, request),
    async closeRequest(id, status) {
      await answerRequest(db, id, { status, payload: null }, now());
    },
    async updateInvocation(id, { base, marks, kept }) {
      await db.invocation.updateMany({ where: { id }, data: { base, marks, kept: [...kept] } });
    },
    async endInvocation(id, status, usage) {
      await db.invocation.updateMany({
        where: { id },
        data: { status, ...(usage && { usage }), endedAt: now() },
      });
    },
  };
}

/** Binary parts and dates become what JSON makes of them. */
function column(message: TranscriptRow["message"]): JsonObject {
  return JSON.parse(JSON.stringify(message)) as JsonObject;
}

export function parseMessage(column: unknown): TranscriptRow["message"] {
  return column as TranscriptRow["message"];
}
