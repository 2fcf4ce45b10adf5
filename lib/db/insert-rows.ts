import type { Db } from "@/lib/db/client";
import { type Statement, type Write, write } from "@/lib/db/statement";
import type { JsonObject } from "@/lib/shared/json";

export type EventRow = { threadId: string; seq: number; runId: string; type: string; payload: JsonObject };
export type TranscriptRow = {
  threadId: string;
  transcript: string;
  position: number;
  invocationId: string;
  message: JsonObject;
};

export type MessageRow = { id: string; payload: JsonObject };

/** Events get their rows as one JSON text, in a statement that is always the same. All are stored or none. */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<void> {
  await write(db, events, [JSON.stringify(rows)]);
}

/** The same for what an agent said and heard. */
export async function insertTranscript(db: Db, rows: readonly TranscriptRow[]): Promise<void> {
  await write(db, transcript, [JSON.stringify(rows)]);
}

/** The same for what a run leaves behind the thread's messages. */
export function insertingMessages(threadId: string, runId: string, rows: readonly MessageRow[]): Write {
  const placed = rows.map((row, index) => ({ ...row, index }));
  return { statement: messages, values: [threadId, runId, threadId, JSON.stringify(placed)] };
}

const events: Statement = {
  sqlite: `INSERT INTO "RunEvent" ("threadId", "seq", "runId", "type", "payload")
    SELECT value->>'threadId', value->>'seq', value->>'runId', value->>'type', value->'payload' FROM json_each(?)`,
  postgresql: `INSERT INTO "RunEvent" ("threadId", "seq", "runId", "type", "payload")
    SELECT "threadId", "seq", "runId", "type", "payload" FROM jsonb_to_recordset($1::jsonb)
    AS row("threadId" text, "seq" int, "runId" text, "type" text, "payload" jsonb)`,
};

const transcript: Statement = {
  sqlite: `INSERT INTO "TranscriptMessage" ("threadId", "transcript", "position", "invocationId", "message")
    SELECT value->>'threadId', value->>'transcript', value->>'position', value->>'invocationId', value->'message'
    FROM json_each(?)`,
  postgresql: `INSERT INTO "TranscriptMessage" ("threadId", "transcript", "position", "invocationId", "message")
    SELECT "threadId", "transcript", "position", "invocationId", "message" FROM jsonb_to_recordset($1::jsonb)
    AS row("threadId" text, "transcript" text, "position" int, "invocationId" text, "message" jsonb)`,
};

const nextPosition = `(SELECT COALESCE(MAX("position") + 1, 0) FROM "Message" WHERE "threadId" = `;

const messages: Statement = {
  sqlite: `INSERT INTO "Message" ("threadId", "runId", "position", "id", "payload")
    SELECT ?, ?, ${nextPosition}?) + (value->>'index'), value->>'id', value->'payload' FROM json_each(?)`,
  postgresql: `INSERT INTO "Message" ("threadId", "runId", "position", "id", "payload")
    SELECT $1, $2, ${nextPosition}$3) + "index", "id", "payload"
    FROM jsonb_to_recordset($4::jsonb) AS row("index" int, "id" text, "payload" jsonb)`,
};
