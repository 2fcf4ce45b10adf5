import type { InvocationRow } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import type { LoggedThread } from "@/lib/runs/event-writer";
import type { Beginning } from "@/lib/runs/open-run";
import { TrustedInput } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { AppError } from "@/lib/shared/app-error";
import { parseInvocation } from "@/lib/threads/parse-invocation";

const broken = new Set(["error", "cancelled"]);

/**
 * What the thread's last run left undone, to go on with (R5): its message and context as they were, and the entry
 * agent's invocation. Throws conflict when the last run came to its end, not_found when there was none.
 */
export async function brokenRun(
  { db, team, newId }: Pick<RunParts, "db" | "team" | "newId">,
  thread: LoggedThread,
): Promise<Beginning> {
  const { threadId, ownerId } = thread;
  const last = await db.run.findFirst({
    where: { ...ownedBy(ownerId), threadId },
    orderBy: { startedAt: "desc" },
  });
  if (!last) throw new AppError("not_found", "There is nothing to continue here.");
  if (!broken.has(last.status))
    throw new AppError("conflict", "The last answer is complete. There is nothing to continue.");
  const trusted = { ...TrustedInput.parse(last.input), browserState: {} };
  return { trusted, continues: (await entryInvocation(db, last.id)) ?? (await missed(newId)) };

  /** It broke off before anybody heard the message. */
  async function missed(id: typeof newId): Promise<InvocationRow> {
    const { entry } = team;
    const row = { id: id("i"), threadId, runId: last?.id ?? "", agent: entry, transcript: entry };
    const invocation: InvocationRow = { ...row, toolCallId: "", base: {}, marks: {}, kept: [] };
    await db.invocation.create({
      data: { ...row, toolCallId: "", base: {}, marks: {}, status: "interrupted", startedAt: new Date() },
    });
    return invocation;
  }
}

async function entryInvocation(db: Db, runId: string): Promise<InvocationRow | undefined> {
  const row = await db.invocation.findFirst({ where: { runId, toolCallId: "" } });
  return row ? parseInvocation(row) : undefined;
}
