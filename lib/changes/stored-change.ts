import { z } from "zod";
import { type Change, Change as ChangeSchema } from "@/lib/changes/schema";
import type { Db } from "@/lib/db/client";
import { Operation } from "@/lib/shared/patch-operation";

/** A row of the change table: what everybody may see, and what it takes to undo it (D2). */
export type StoredChange = Change & {
  invocationId: string;
  /** The change that took it back, or "". */
  undoneBy: string;
  operations: Operation[];
  inverse: Operation[];
};

type ChangeRow = NonNullable<Awaited<ReturnType<Db["change"]["findUnique"]>>>;

const Operations = z.array(Operation);
const Ids = z.array(z.string());

export function parseChange(row: ChangeRow): StoredChange {
  return {
    id: row.id,
    subject: ChangeSchema.shape.subject.parse(row.subject),
    subjectId: row.subjectId,
    version: row.version,
    author: ChangeSchema.shape.author.parse({ kind: row.authorKind, name: row.authorName }),
    summary: row.summary,
    at: row.createdAt.toISOString(),
    ...(row.threadId && { threadId: row.threadId }),
    ...(row.runId && { runId: row.runId }),
    ...(row.callId && { callId: row.callId }),
    widgets: Ids.parse(row.touched),
    undone: row.undoneBy !== "",
    undoneBy: row.undoneBy,
    invocationId: row.invocationId,
    operations: Operations.parse(row.operations),
    inverse: Operations.parse(row.inverse),
  };
}

/** Without what only the server needs. */
export function publicChange({
  invocationId,
  undoneBy,
  operations,
  inverse,
  ...change
}: StoredChange): Change {
  return change;
}
