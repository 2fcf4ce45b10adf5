import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { AppError } from "@/lib/shared/app-error";

const lookMs = 100;

/**
 * Stops a run that another process works on (R9), and waits until it is over or, its owner being dead, closed from
 * here. False when none was running. Throws timeout.
 */
export async function stopElsewhere(
  {
    db,
    now,
    tell,
    recover,
  }: { db: Db; now: () => Date; tell(threadId: string): void; recover(): Promise<void> },
  { ownerId, threadId }: LoggedThread,
  timeoutMs: number,
): Promise<boolean> {
  const running = { ...ownedBy(ownerId), threadId, status: "running" };
  const { count } = await db.run.updateMany({ where: running, data: { stopAt: now() } });
  if (count === 0) return false;
  tell(threadId);
  const giveUpAt = performance.now() + timeoutMs;
  await recover();
  while ((await db.run.count({ where: running })) > 0) {
    if (performance.now() > giveUpAt) throw new AppError("timeout", "The run does not stop.");
    await sleep(lookMs);
    await recover();
  }
  return true;
}
