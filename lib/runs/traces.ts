import type { TraceEntry } from "@/lib/agent/run";
import type { LoggedThread } from "@/lib/runs/event-writer";

/** An entry with its place and time. `runId` tells which answer it belongs to. */
export type KeptTrace = { index: number; at: string; runId: string; entry: TraceEntry };

const entriesPerThread = 400;
const threads = 20;

/** What was traced of late, in memory, for the inspector (C10). Development only: it holds whole prompts. */
export function createTraces(now: () => Date) {
  const kept = new Map<string, KeptTrace[]>();
  const key = ({ ownerId, threadId }: LoggedThread) => `${ownerId} ${threadId}`;
  return {
    keep({ runId, thread }: { runId: string; thread: LoggedThread }, entry: TraceEntry): void {
      const before = kept.get(key(thread)) ?? [];
      const index = (before.at(-1)?.index ?? 0) + 1;
      kept.delete(key(thread));
      // A prompt is built anew for each call, so that keeping it is keeping what was sent.
      kept.set(
        key(thread),
        [...before, { index, at: now().toISOString(), runId, entry }].slice(-entriesPerThread),
      );
      const oldest = kept.keys().next().value;
      if (kept.size > threads && oldest !== undefined) kept.delete(oldest);
    },
    read(thread: LoggedThread, after = 0): KeptTrace[] {
      return (kept.get(key(thread)) ?? []).filter(({ index }) => index > after);
    },
  };
}

export type Traces = ReturnType<typeof createTraces>;
