import type { InvocationRow, TranscriptRow, TranscriptStore } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { insertTranscript } from "@/lib/db/insert-rows";
import { select, statement, write } from "@/lib/db/statement";
import { writeSurely } from "@/lib/db/write";
import { equalJson } from "@/lib/shared/equal-json";
import type { JsonObject } from "@/lib/shared/json";
import { addRequest, answeringRequest, readPause } from "@/lib/threads/pauses";

/** As one text: a long transcript is one row, read at once. An invocation's id is made here and holds no quotes. */
const rowsOf = statement(
  `SELECT string_agg('{"position":' || "position" || ',"invocationId":"' || "invocationId" ||
      '","message":' || CAST("message" AS TEXT) || '}', ',') AS "rows"
    FROM "TranscriptMessage" WHERE "threadId" = ? AND "transcript" = ?`,
);
const insertInvocation = statement(
  `INSERT INTO "Invocation"
    ("id", "threadId", "runId", "agent", "transcript", "toolCallId", "status", "base", "marks", "kept", "startedAt")
    VALUES (?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?)`,
);
const updateInvocation = statement(
  `UPDATE "Invocation" SET "base" = ?, "marks" = ?, "kept" = ? WHERE "id" = ?`,
);
const endInvocation = statement(
  `UPDATE "Invocation" SET "status" = ?, "usage" = COALESCE(?, "usage"), "endedAt" = ? WHERE "id" = ?`,
);

/**
 * The agents' transcripts and invocations as rows (O1). They are read by the engine alone and never sent (O3). Made
 * anew for each run: it counts positions, and two writers of one transcript end in a refused row, not a mixed one.
 */
export function openTranscripts({ db, now }: { db: Db; now: () => Date }): TranscriptStore {
  const lengths = new Map<string, number>();

  async function read(threadId: string, transcript: string): Promise<TranscriptRow[]> {
    const [found] = await select(db, rowsOf, [threadId, transcript]);
    const rows = parseRows(found?.rows);
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
    async startInvocation({ id, threadId, runId, agent, transcript, toolCallId, ...shown }: InvocationRow) {
      const { base, marks, kept } = texts(shown);
      const values = [id, threadId, runId, agent, transcript, toolCallId, base, marks, kept, now()];
      await writeSurely(
        () => write(db, insertInvocation, values),
        async () => (await db.invocation.count({ where: { id } })) > 0,
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
      const { statement, values } = answeringRequest(id, { status, payload: null }, at);
      await writeSurely(() => write(db, statement, values), notYet);
    },
    async updateInvocation(id, shown) {
      const { base, marks, kept } = texts(shown);
      await writeSurely(() => write(db, updateInvocation, [base, marks, kept, id]), notYet);
    },
    async endInvocation(id, status, usage) {
      const values = [status, usage ? JSON.stringify(usage) : null, now(), id];
      await writeSurely(() => write(db, endInvocation, values), notYet);
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

function texts({ base, marks, kept }: Pick<InvocationRow, "base" | "marks" | "kept">) {
  return { base: JSON.stringify(base), marks: JSON.stringify(marks), kept: JSON.stringify(kept) };
}

/** Binary parts and dates become what JSON makes of them. */
function column(message: TranscriptRow["message"]): JsonObject {
  return JSON.parse(JSON.stringify(message)) as JsonObject;
}

type StoredRow = Pick<Placed, "position" | "invocationId" | "message">;

function parseRows(text: unknown): StoredRow[] {
  const rows: StoredRow[] = typeof text === "string" ? JSON.parse(`[${text}]`) : [];
  return rows.sort((one, other) => one.position - other.position);
}

export function parseMessage(column: unknown): TranscriptRow["message"] {
  return column as TranscriptRow["message"];
}
