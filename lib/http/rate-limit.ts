import { env } from "@/lib/env";
import { AppError } from "@/lib/shared/app-error";

/**
 * Lets each owner do something `perMinute` times a minute, in one process. `check` throws rate_limited with the seconds
 * to wait. What it keeps is bounded: an owner whose minute is over is forgotten.
 */
export function createRateLimit(what: string, perMinute: number, now: () => number = Date.now) {
  const minutes = new Map<string, { began: number; count: number }>();
  return function check(ownerId: string): void {
    const at = now();
    for (const [id, { began }] of minutes) if (at - began >= 60_000) minutes.delete(id);
    const minute = minutes.get(ownerId) ?? { began: at, count: 0 };
    minutes.set(ownerId, minute);
    minute.count++;
    if (minute.count <= perMinute) return;
    const seconds = Math.ceil((minute.began + 60_000 - at) / 1_000);
    throw new AppError("rate_limited", `Too many ${what} at once. Try again in ${seconds} s.`, {
      details: { retryAfterSeconds: seconds },
    });
  };
}

/** What asks a model costs. The scripted one costs nothing, and is there to be played as fast as it goes. */
const runsPerMinute =
  env.KABOO_RUNS_PER_MINUTE ?? (env.MODEL === "scripted" ? Number.POSITIVE_INFINITY : 600);
export const limitRuns = createRateLimit("messages", runsPerMinute);
export const limitUploads = createRateLimit("uploads", 30);
export const limitConnecting = createRateLimit("attempts to connect", 20);
