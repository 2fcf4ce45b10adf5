import { z } from "zod";
import { type Answer, noPause, type OpenRequest } from "@/lib/agent/open-request";
import type { Pause } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { readTogether } from "@/lib/db/read";
import { select, statement, type Write } from "@/lib/db/statement";
import { type JsonObject, jsonOrText } from "@/lib/shared/json";
import { parseInvocation } from "@/lib/threads/parse-invocation";

type Interrupts = Pick<Db, "interrupt">;

const StoredAnswer = z.object({
  status: z.enum(["resolved", "cancelled", "expired"]),
  payload: z.json(),
});

const suspendedEntry = statement(
  `SELECT "id" FROM "Invocation" WHERE "threadId" = ? AND "status" = 'suspended' AND "toolCallId" = '' LIMIT 1`,
);
const answer = statement(
  `UPDATE "Interrupt" SET "answer" = ?, "answeredAt" = ? WHERE "id" = ? AND "answeredAt" IS NULL`,
);

/** What a thread waits for (H3): its suspended invocations, and the requests of their calls with the answers so far. */
export async function readPause(db: Db, threadId: string): Promise<Pause> {
  // Every run asks; few threads wait.
  if ((await select(db, suspendedEntry, [threadId])).length === 0) return noPause;
  const [rows, interrupts] = await readTogether(db, [
    db.invocation.findMany({ where: { threadId, status: "suspended" }, orderBy: { startedAt: "asc" } }),
    db.interrupt.findMany({ where: { threadId }, orderBy: { id: "asc" } }),
  ]);
  const entry = rows.findLast((row) => row.toolCallId === "");
  if (!entry) return noPause;
  // What is suspended moves to the run that takes it up: of another run are only rows that a failure left behind.
  const suspended = rows.filter((row) => row.runId === entry.runId);
  const ids = new Set(suspended.map((row) => row.id));
  return {
    invocations: suspended.map(parseInvocation),
    requests: interrupts.filter((row) => ids.has(row.invocationId)).map(parseRequest),
  };
}

export async function addRequest({ interrupt: table }: Interrupts, request: OpenRequest): Promise<void> {
  const { interrupt, answer: _, ...columns } = request;
  await table.create({ data: { ...columns, payload: jsonOrText(JSON.stringify(interrupt)) as JsonObject } });
}

/** Keeps an answer, unless there was one before. */
export function answeringRequest(id: string, { status, payload }: Answer, now: Date): Write {
  return { statement: answer, values: [JSON.stringify({ status, payload }), now, id] };
}

function parseRequest(row: {
  id: string;
  threadId: string;
  invocationId: string;
  toolCallId: string;
  kind: string;
  payload: unknown;
  expiresAt: Date;
  answer: unknown;
}): OpenRequest {
  const { id, threadId, invocationId, toolCallId, expiresAt } = row;
  return {
    ...{ id, threadId, invocationId, toolCallId, expiresAt },
    kind: z.enum(["approval", "question", "client"]).parse(row.kind),
    interrupt: row.payload as OpenRequest["interrupt"],
    answer: row.answer === null ? null : StoredAnswer.parse(row.answer),
  };
}
