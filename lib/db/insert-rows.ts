import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { JsonObject } from "@/lib/shared/json";

export type EventRow = { threadId: string; seq: number; runId: string; type: string; payload: JsonObject };
export type TranscriptRow = {
  threadId: string;
  transcript: string;
  position: number;
  invocationId: string;
  message: JsonObject;
};

/**
 * The two tables that a run writes to all the time get their rows as one JSON text, in a statement that is always the same:
 * Prisma plans a `createMany` anew each time, at ten times the cost of the insert. All rows are stored or none; rejects
 * with the driver's error, also when a key is taken.
 */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<void> {
  await execute(db, statements[db.provider].events, rows);
}

export async function insertTranscript(db: Db, rows: readonly TranscriptRow[]): Promise<void> {
  await execute(db, statements[db.provider].transcript, rows);
}

const statements = {
  sqlite: {
    events: `INSERT INTO "RunEvent" ("threadId", "seq", "runId", "type", "payload")
      SELECT value->>'threadId', value->>'seq', value->>'runId', value->>'type', value->'payload' FROM json_each(?)`,
    transcript: `INSERT INTO "TranscriptMessage" ("threadId", "transcript", "position", "invocationId", "message")
      SELECT value->>'threadId', value->>'transcript', value->>'position', value->>'invocationId', value->'message'
      FROM json_each(?)`,
  },
  postgresql: {
    events: `INSERT INTO "RunEvent" ("threadId", "seq", "runId", "type", "payload")
      SELECT "threadId", "seq", "runId", "type", "payload" FROM jsonb_to_recordset($1::jsonb)
      AS row("threadId" text, "seq" int, "runId" text, "type" text, "payload" jsonb)`,
    transcript: `INSERT INTO "TranscriptMessage" ("threadId", "transcript", "position", "invocationId", "message")
      SELECT "threadId", "transcript", "position", "invocationId", "message" FROM jsonb_to_recordset($1::jsonb)
      AS row("threadId" text, "transcript" text, "position" int, "invocationId" text, "message" jsonb)`,
  },
};

/** The client wraps what goes wrong with a statement of one's own. */
const Wrapped = z.object({ meta: z.object({ driverAdapterError: z.instanceof(Error) }) });

async function execute(db: Db, sql: string, rows: readonly object[]): Promise<void> {
  try {
    await db.$executeRawUnsafe(sql, JSON.stringify(rows));
  } catch (error) {
    throw Wrapped.safeParse(error).data?.meta.driverAdapterError ?? error;
  }
}
