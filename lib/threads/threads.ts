import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { AppError } from "@/lib/shared/app-error";
import type { ThreadSummary } from "@/lib/threads/schema";

export type Threads = ReturnType<typeof createThreads>;

type Row = { id: string; title: string; createdAt: Date; updatedAt: Date };

const columns = { id: true, title: true, createdAt: true, updatedAt: true };
const newestFirst = 200;

/** The conversations of an owner (S7). All throw not_found for another owner's thread as for none. */
export function createThreads({ db, now }: { db: Db; now: () => Date }) {
  const mine = (ownerId: string, id: unknown) => ({ ...ownedBy(ownerId), id: idFilter(id), deletedAt: null });

  async function running(threadIds: string[]): Promise<Set<string>> {
    const runs = await db.run.findMany({
      where: { threadId: { in: threadIds }, status: "running" },
      select: { threadId: true },
    });
    return new Set(runs.map((run) => run.threadId));
  }

  async function summaries(rows: Row[]): Promise<ThreadSummary[]> {
    const live = await running(rows.map((row) => row.id));
    return rows.map(({ id, title, createdAt, updatedAt }) => ({
      id,
      title,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      running: live.has(id),
    }));
  }

  async function get(ownerId: string, id: string): Promise<ThreadSummary> {
    const row = await db.thread.findFirst({ where: mine(ownerId, id), select: columns });
    const [summary] = await summaries(row ? [row] : []);
    if (!summary) throw noThread();
    return summary;
  }

  return {
    /** The 200 used last, newest first. */
    async list(ownerId: string): Promise<ThreadSummary[]> {
      const rows = await db.thread.findMany({
        where: { ...ownedBy(ownerId), deletedAt: null },
        orderBy: { updatedAt: "desc" },
        take: newestFirst,
        select: columns,
      });
      return summaries(rows);
    },
    get,
    async rename(ownerId: string, id: string, title: string): Promise<ThreadSummary> {
      const { count } = await db.thread.updateMany({ where: mine(ownerId, id), data: { title } });
      if (count === 0) throw noThread();
      return get(ownerId, id);
    },
    /** Takes it out of every list; its rows stay. Throws conflict while it runs. */
    async remove(ownerId: string, id: string): Promise<void> {
      const { running } = await get(ownerId, id);
      if (running) throw new AppError("conflict", "Stop the run before deleting its conversation.");
      await db.thread.updateMany({ where: mine(ownerId, id), data: { deletedAt: now() } });
    },
  };
}

export function noThread(): AppError {
  return new AppError("not_found", "There is no such conversation.");
}
