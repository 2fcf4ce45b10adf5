import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/lib/db/client";

const lookMs = 30;
/** Longer than a lease: should whoever folds it die, it is closed from here. */
const longestMs = 15_000;
const terminal = ["RUN_FINISHED", "RUN_ERROR"];

/**
 * A run's last word is heard a moment before it is folded, perhaps by another process: what comes at once after it waits
 * for that, on whichever server (R6, R9). Does not wait for a run that goes on.
 */
export async function waitForFold(db: Db, threadId: string, recover: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + longestMs;
  while (performance.now() < giveUpAt) {
    const run = await db.run.findFirst({ where: { threadId, status: "running" }, select: { id: true } });
    if (!run) return;
    const last = await db.runEvent.findFirst({
      where: { threadId, runId: run.id, type: { in: terminal } },
      select: { seq: true },
    });
    if (!last) return;
    await sleep(lookMs);
    await recover();
  }
}
