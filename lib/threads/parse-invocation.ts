import type { InvocationRow, KeptMessage } from "@/lib/agent/run";
import type { Json } from "@/lib/shared/json";

type Stored = Omit<InvocationRow, "base" | "marks" | "kept"> & {
  base: unknown;
  marks: unknown;
  kept: unknown;
};

/** An invocation as the engine wrote it, without what only the table has. */
export function parseInvocation(stored: Stored): InvocationRow {
  const { id, threadId, runId, agent, transcript, toolCallId } = stored;
  return {
    ...{ id, threadId, runId, agent, transcript, toolCallId },
    base: stored.base as Record<string, string>,
    marks: stored.marks as Record<string, Json>,
    kept: (stored.kept ?? []) as KeptMessage[],
  };
}
