import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { readTogether } from "@/lib/db/read";
import { select, statement } from "@/lib/db/statement";
import { isTaken } from "@/lib/db/write";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { TrustedInput } from "@/lib/runs/run-input";
import { AppError } from "@/lib/shared/app-error";
import { jsonOrText } from "@/lib/shared/json";
import type { QueuedMessage } from "@/lib/threads/schema";

const mostWaiting = 20;
const mostTries = 5;

const firstOf = statement(
  `SELECT "runId", "input" FROM "QueuedMessage" WHERE "threadId" = ? AND "ownerId" = ? ORDER BY "position" LIMIT 1`,
);

export type Queue = ReturnType<typeof createQueue>;

/** Messages that wait for their thread's run to end, in the order they came (R6). */
export function createQueue({ db, now }: { db: Db; now: () => Date }) {
  const of = ({ ownerId, threadId }: LoggedThread) => ({ ...ownedBy(ownerId), threadId: idFilter(threadId) });

  async function addOnce(thread: LoggedThread, runId: string, trusted: TrustedInput): Promise<boolean> {
    const { threadId, ownerId } = thread;
    const { id } = trusted.message;
    const [last, waiting, sent, known] = await readTogether(db, [
      db.queuedMessage.findFirst({ where: { threadId }, orderBy: { position: "desc" } }),
      db.queuedMessage.count({ where: { threadId } }),
      db.message.findFirst({ where: { threadId, id }, select: { id: true } }),
      db.run.findUnique({ where: { id: runId }, select: { id: true } }),
    ]);
    if (sent) throw new AppError("conflict", "This message was sent before.");
    if (known) throw new AppError("conflict", "This run was started before.");
    if (waiting >= mostWaiting)
      throw new AppError("rate_limited", `No more than ${mostWaiting} messages can wait.`);
    const position = (last?.position ?? 0) + 1;
    const row = { id, threadId, ownerId, position, runId, input: { ...trusted }, createdAt: now() };
    try {
      await db.queuedMessage.create({ data: row });
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  async function first(thread: LoggedThread) {
    const { threadId, ownerId } = of(thread);
    const [row] = await select(db, firstOf, [threadId, ownerId]);
    return row && { runId: String(row.runId), trusted: TrustedInput.parse(jsonOrText(String(row.input))) };
  }

  return {
    /** Throws conflict when the message or run was there before, rate_limited when too many wait. */
    async add(thread: LoggedThread, runId: string, trusted: TrustedInput): Promise<void> {
      // Two that come at once want the same place.
      for (let tries = 0; tries < mostTries; tries++) if (await addOnce(thread, runId, trusted)) return;
      throw new AppError("conflict", "This message waits already.");
    },

    async list(thread: LoggedThread): Promise<QueuedMessage[]> {
      // Every reader asks; in few threads anything waits.
      if (!(await first(thread))) return [];
      const rows = await db.queuedMessage.findMany({ where: of(thread), orderBy: { position: "asc" } });
      return rows.map(({ id, runId, input, createdAt }) => ({
        id,
        runId,
        content: TrustedInput.parse(input).message.content,
        createdAt: createdAt.toISOString(),
      }));
    },

    /** The one whose turn it is: its run's id and input, or nothing. */
    first,

    /** Takes one back, or all of them. Returns how many there were; one that has started is none. */
    async remove(thread: LoggedThread, id?: string): Promise<number> {
      const where = { ...of(thread), ...(id === undefined ? {} : { id: idFilter(id) }) };
      return (await db.queuedMessage.deleteMany({ where })).count;
    },

    /** Threads in which something waits. */
    async threads(): Promise<LoggedThread[]> {
      return db.queuedMessage.findMany({
        distinct: ["threadId"],
        select: { threadId: true, ownerId: true },
      });
    },
  };
}
