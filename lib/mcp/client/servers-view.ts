import { quoteData } from "@/lib/agent/text-for-model";
import type { WorkingView } from "@/lib/agent/view";
import type { ServerStatus } from "@/lib/mcp/schema";

/** Tells agents which servers' tools are missing, so that they can say so instead of guessing (T2). */
export function createServersView(status: () => readonly ServerStatus[]): WorkingView {
  return {
    render() {
      const lines = status().flatMap(({ name, state, reason, held }) => [
        ...(state === "ready" ? [] : [`${name}: not reachable now${reason ? `: ${reason}` : "."}`]),
        ...held.map(({ tool }) => `${quoteData(tool)} changed and waits for a person's approval.`),
      ]);
      if (lines.length === 0) return null;
      return { changes: ["Tools of these servers are missing:", ...lines].join("\n") };
    },
  };
}
