import type { Runs } from "@/lib/runs/runs";

/** Process managers commonly kill 10 s after they asked. */
const drainMs = 8_000;

/**
 * Before the server stops: no new runs, and time for the live ones; what is left then is closed like after a crash, by
 * the next start or by a peer (R5). In development Next ends itself.
 */
export function drainOnSignal(runs: Runs): void {
  if (process.env.NEXT_MANUAL_SIG_HANDLE === undefined) return;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void runs.drain(drainMs).finally(() => process.exit(0)));
}
