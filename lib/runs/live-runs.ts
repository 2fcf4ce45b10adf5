import { setMaxListeners } from "node:events";
import type { LoggedThread } from "@/lib/runs/event-writer";
import type { LiveRun } from "@/lib/runs/live-run";
import { busy } from "@/lib/runs/run-errors";
import { AppError } from "@/lib/shared/app-error";

/** The runs of this process, by thread. */
export function createLiveRuns(mostRuns: number) {
  const runs = new Map<string, LiveRun>();

  return {
    /** Takes the thread for a run; who comes while the last run folds waits for it. Throws conflict while one is live (R6), unavailable when the process has all the runs it may. */
    async reserve(thread: LoggedThread, runId: string): Promise<LiveRun> {
      const { threadId } = thread;
      for (let before = runs.get(threadId); before; before = runs.get(threadId)) {
        if (!before.ended)
          throw busy("This conversation has a run going on. Stop it, or wait for it to end.");
        await before.done;
      }
      if (runs.size >= mostRuns)
        throw new AppError(
          "unavailable",
          "The server has as many runs as it can take. Try again in a moment.",
        );
      const stop = new AbortController();
      // Every model call, tool and delegate at work listens.
      setMaxListeners(0, stop.signal);
      const run: LiveRun = {
        runId,
        thread,
        stop,
        ended: false,
        openedAt: undefined,
        lost: false,
        log: undefined,
        done: Promise.resolve(),
      };
      runs.set(threadId, run);
      return run;
    },
    release: (run: LiveRun) => void runs.delete(run.thread.threadId),
    get: (threadId: string) => runs.get(threadId),
    all: () => [...runs.values()],
    has: (runId: string) => [...runs.values()].some((run) => run.runId === runId),
    count: () => runs.size,
  };
}
