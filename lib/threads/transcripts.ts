import type { InvocationRow, TranscriptRow, TranscriptStore } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { insertTranscript } from "@/lib/db/insert-rows";
import { writeSurely } from "@/lib/db/write";
import { equalJson } from "@/lib/shared/equal-json";
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
      select: { position: true, invocationId: true, message: true },
    });
    // Not their number: a row that could not be stored may have left its place empty.
    lengths.set(`${threadId} ${transcript}`, (rows.at(-1)?.position ?? -1) + 1);
    return rows.map(({ invocationId, message }) => ({ invocationId, message: parseMessage(message) }));
  }

  /** A transcript's place may be another's: only its own row counts. */
  async function isStored(row: Placed | undefined): Promise<boolean> {
    if (!row) return true;
    const { threadId, transcript, position, invocationId, message } = row;
    const where = { threadId_transcript_position: { threadId, transcript, position } };
    const found = await db.transcriptMessage.findUnique({ where });
    return found?.invocationId === invocationId && equalJson(found.message, message);
  }

  return {
    read,
    async append(threadId, transcript, rows) {
      if (rows.length === 0) return;
      const key = `${threadId} ${transcript}`;
      if (!lengths.has(key)) await read(threadId, transcript);
      const length = lengths.get(key) ?? 0;
      lengths.set(key, length + rows.length);
      const data = rows.map(({ invocationId, message }, index) => ({
        threadId,
        transcript,
        position: length + index,
        invocationId,
        message: column(message),
      }));
      await writeSurely(
        () => insertTranscript(db, data),
        () => isStored(data[0]),
      );
    },
    async startInvocation(invocation: InvocationRow) {
      const { kept, ...row } = invocation;
      const data = { ...row, kept: [...kept], status: "running", startedAt: now() };
      await writeSurely(
        () => db.invocation.create({ data }),
        async () => (await db.invocation.count({ where: { id: invocation.id } })) > 0,
      );
    },
    async takeUpInvocation({ id, runId }) {
      const data = { runId, status: "running", endedAt: null };
      await writeSurely(() => db.invocation.updateMany({ where: { id }, data }), notYet);
    },
    readPause: (threadId) => readPause(db, threadId),
    async addRequest(request) {
      await writeSurely(
        () => addRequest(db, request),
        async () => (await db.interrupt.count({ where: { id: request.id } })) > 0,
      );
    },
    async closeRequest(id, status) {
      const at = now();
      await writeSurely(async () => answerRequest(db, id, { status, payload: null }, at), notYet);
    },
    async updateInvocation(id, { base, marks, kept }) {
      const data = { base, marks, kept: [...kept] };
      await writeSurely(() => db.invocation.updateMany({ where: { id }, data }), notYet);
    },
    async endInvocation(id, status, usage) {
      const data = { status, ...(usage && { usage }), endedAt: now() };
      await writeSurely(() => db.invocation.updateMany({ where: { id }, data }), notYet);
    },
  };
}

/** What may be done twice is done again, whether it had been or not. */
const notYet = () => Promise.resolve(false);

type Placed = {
  threadId: string;
  transcript: string;
  position: number;
  invocationId: string;
  message: JsonObject;
};

/** Binary parts and dates become what JSON makes of them. */
function column(message: TranscriptRow["message"]): JsonObject {
  return JSON.parse(JSON.stringify(message)) as JsonObject;
}

export function parseMessage(column: unknown): TranscriptRow["message"] {
  return column as TranscriptRow["message"];
}
