import type { Json } from "@/lib/shared/json";
import { pointer } from "@/lib/shared/pointer";
import { workspaceKey } from "@/lib/workspace/keys";
import { endPending, startPending } from "@/lib/workspace/patches";

type Call = {
  agent: string;
  input: Json;
  now: Date;
  run: { toolCallId: string };
  state: { readonly [key: string]: unknown };
};

/** Shows a tool's calls, or a delegate's, in `pending` while they are at work (K2). */
export function pendingWhile(tool: string, summary: (input: Json) => string) {
  return {
    tool,
    at: pointer(workspaceKey, "pending"),
    start: ({ agent, input, now, run }: Call) =>
      startPending({ call: run.toolCallId, agent, summary: summary(input), since: now.toISOString() }),
    end: ({ state, run }: Call) => endPending(state, run.toolCallId),
  };
}
