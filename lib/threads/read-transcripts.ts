import type { TranscriptRow } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import { parseMessage } from "@/lib/threads/transcripts";

export type RecordedThread = {
  title: string;
  state: JsonObject;
  /** By transcript: `analyst`, `visualizer`, `visualizer#2`. */
  transcripts: Map<string, TranscriptRow["message"][]>;
  /** What people said to the calls that waited for them, by call (H1, H2). */
  answers: Map<string, Json>;
};

/**
 * A whole thread as its agents said and heard it, for a scenario (L4); results stay on the server (O3). Throws
 * not_found, for another owner's thread too (S7), and conflict while a run is on.
 */
export async function readTranscripts(db: Db, ownerId: string, threadId: string): Promise<RecordedThread> {
  const thread = await db.thread.findFirst({
    where: { ...ownedBy(ownerId), id: idFilter(threadId), deletedAt: null },
    select: { id: true, title: true, state: true },
  });
  if (!thread) throw new AppError("not_found", "There is no such conversation.");
  const running = await db.run.count({ where: { threadId: thread.id, status: "running" } });
  if (running > 0) throw new AppError("conflict", "Wait for the answer, or stop it, and then save.");
  const rows = await db.transcriptMessage.findMany({
    where: { threadId: thread.id },
    orderBy: { position: "asc" },
    select: { transcript: true, message: true },
  });
  const transcripts = new Map<string, TranscriptRow["message"][]>();
  for (const { transcript, message } of rows)
    transcripts.set(transcript, [...(transcripts.get(transcript) ?? []), parseMessage(message)]);
  const state = plainJson(thread.state);
  const answers = await readAnswers(db, thread.id);
  return { title: thread.title, state: isJsonObject(state) ? state : {}, transcripts, answers };
}

async function readAnswers(db: Db, threadId: string): Promise<Map<string, Json>> {
  const rows = await db.interrupt.findMany({
    where: { threadId, answeredAt: { not: null } },
    select: { toolCallId: true, answer: true },
  });
  return new Map(
    rows.flatMap(({ toolCallId, answer }) => {
      const given = plainJson(answer);
      return isJsonObject(given) && given.status === "resolved" ? [[toolCallId, given.payload ?? null]] : [];
    }),
  );
}
