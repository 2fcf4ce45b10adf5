import type { AGUIEvent } from "@ag-ui/core";
import { AppError } from "@/lib/shared/app-error";

/** What one process may hold at once, and what one run may come to. */
export type RunLimits = {
  runs: number;
  /** Open streams. */
  readers: number;
  minutesPerRun: number;
  eventsPerRun: number;
  /** Characters of text, arguments and results together. */
  charactersPerRun: number;
};

export const defaultLimits: RunLimits = {
  runs: 500,
  readers: 2_000,
  minutesPerRun: 60,
  eventsPerRun: 200_000,
  charactersPerRun: 64 * 1024 * 1024,
};

/**
 * Stops a run that takes longer or says more than one may: it then ends as over_limit. `count` is told of each event,
 * `end` when it is over.
 */
export function limitRun(limits: RunLimits, stop: AbortController) {
  let events = 0;
  let characters = 0;
  const end = (what: string) =>
    stop.abort(new AppError("over_limit", `${what} What was done so far stays. Ask for less at a time.`));
  const timer = setTimeout(
    () => end(`This answer took ${limits.minutesPerRun} minutes, which is as long as one may.`),
    limits.minutesPerRun * 60_000,
  ).unref();
  return {
    count(event: AGUIEvent) {
      events += 1;
      characters += lengthOf(event);
      if (stop.signal.aborted) return;
      if (events > limits.eventsPerRun || characters > limits.charactersPerRun)
        end("This answer grew longer than one may be.");
    },
    end: () => clearTimeout(timer),
  };
}

/** Characters of an event, without what goes around them. */
export function lengthOf(event: AGUIEvent): number {
  if ("delta" in event && typeof event.delta === "string") return event.delta.length;
  if ("content" in event && typeof event.content === "string") return event.content.length;
  if (event.type === "STATE_DELTA" || event.type === "CUSTOM") return JSON.stringify(event).length;
  return 0;
}
