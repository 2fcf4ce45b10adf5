import type { RunInput } from "@/lib/runs/run-input";

/** A person's message as the page sends it. */
export function runInput(threadId: string, runId: string, given: Partial<RunInput> = {}): RunInput {
  return {
    threadId,
    runId,
    state: {},
    messages: [{ id: `m_${runId}`, role: "user", content: "What is there?" }],
    tools: [],
    context: [],
    forwardedProps: {},
    ...given,
  };
}
