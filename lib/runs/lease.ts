import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Db } from "@/lib/db/client";
import { log } from "@/lib/observability/log";

/** Of a lease, after which it is renewed. */
const heartbeat = 0.3;

export type Lease = ReturnType<typeof createLease>;

/** What a heartbeat finds of this process's runs. */
export type HeldRun = { id: string; stopAt: Date | null };

/**
 * This process's hold on its runs. A run whose lease has passed, or whose owner was a process of this machine that is
 * gone, may be closed by another (R5). `onBeat` is told what is still this process's, as of the time given.
 */
export function createLease(
  db: Db,
  now: () => Date,
  onBeat: (held: readonly HeldRun[], askedAt: number) => void | Promise<void>,
  leaseMs = 10_000,
) {
  const heartbeatMs = heartbeat * leaseMs;
  const owner = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  const until = () => new Date(now().getTime() + leaseMs);
  let beatenAt = performance.now();
  let beating: Promise<void> | undefined;

  async function beat() {
    const askedAt = performance.now();
    try {
      const mine = { leaseOwner: owner, status: "running" };
      await db.run.updateMany({ where: mine, data: { leaseUntil: until() } });
      const held = await db.run.findMany({ where: mine, select: { id: true, stopAt: true } });
      beatenAt = askedAt;
      await onBeat(held, askedAt);
    } catch (error) {
      // The next beat comes before the lease has passed.
      log.warn({ err: error }, "a lease could not be renewed");
    }
  }

  function beatOnce(): Promise<void> {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
    return beating;
  }

  const timer = setInterval(() => void beatOnce(), heartbeatMs).unref();

  return {
    owner,
    until,
    stop: () => clearInterval(timer),
    beat: beatOnce,
    /** After so long without a heartbeat another may have taken over: a process that slept looks before it writes. */
    isLate: () => performance.now() - beatenAt > leaseMs - heartbeatMs / 2,
    /** Whether the run is still this process's to close. */
    async holds(id: string): Promise<boolean> {
      return (await db.run.count({ where: { id, status: "running", leaseOwner: owner } })) > 0;
    },
    /** `isMine` says whether this process still works on it: it may have lost its hold on a run of its own. */
    isDead(run: { leaseOwner: string; leaseUntil: Date }, isMine: boolean): boolean {
      if (run.leaseOwner === owner) return !isMine;
      return run.leaseUntil < now() || isGone(run.leaseOwner);
    },
  };
}

/** Whether a lease's process ran on this machine and does not any more. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split("/");
  if (host !== hostname()) return false;
  // A number given again, to this very process: its former bearer is gone.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
