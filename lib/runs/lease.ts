import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Db } from "@/lib/db/client";

const leaseMs = 10_000;
const heartbeatMs = 3_000;

export type Lease = ReturnType<typeof createLease>;

/**
 * This process's hold on its runs. A run whose lease has passed, or whose owner was a process of this machine that is
 * gone, may be closed by another (R5).
 */
export function createLease(db: Db, now: () => Date, onBeat: () => void) {
  const owner = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  const until = () => new Date(now().getTime() + leaseMs);

  async function beat() {
    try {
      await db.run.updateMany({
        where: { leaseOwner: owner, status: "running" },
        data: { leaseUntil: until() },
      });
      onBeat();
    } catch (error) {
      // The next beat comes before the lease has passed.
      console.warn("A lease could not be renewed.", error);
    }
  }

  const timer = setInterval(() => void beat(), heartbeatMs).unref();

  return {
    owner,
    until,
    stop: () => clearInterval(timer),
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
