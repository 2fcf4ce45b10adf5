import { createHash } from "node:crypto";
import { showableError } from "@/lib/agent/error-text";
import type { ToolResult } from "@/lib/agent/tool";
import type { CallForClient } from "@/lib/mcp/server/app-server";
import type { Runs } from "@/lib/runs/runs";

/** A connection's calls: one after another, for a thread has one run at a time (R6). */
export function createClientCalls(runs: Pick<Runs, "call">) {
  const last = new Map<string, Promise<unknown>>();

  async function inTurn<T>(threadId: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(threadId);
    const mine = (before ?? Promise.resolve()).then(work, work);
    last.set(threadId, mine);
    return mine.finally(() => {
      if (last.get(threadId) === mine) last.delete(threadId);
    });
  }

  /** Calls in the thread that `threadOf` gives for the client's name. */
  return (ownerId: string, threadOf: (client: string) => string): CallForClient => {
    return (client, call, signal) => {
      const threadId = threadOf(client);
      const message = `${client}, through MCP: ${call.tool}`;
      return inTurn(threadId, async (): Promise<ToolResult> => {
        try {
          const request = { name: client, calls: [call], message };
          const [result] = await runs.call(ownerId, threadId, request, signal);
          return result ?? { text: "Nothing came back.", isError: true };
        } catch (error) {
          return { text: showableError(error).message, isError: true };
        }
      });
    };
  };
}

/** Where a client works that has no connection to go by: the newer protocol is a request at a time. */
export function threadOfName(ownerId: string, client: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([ownerId, client]))
    .digest("hex");
  return `t_mcp_${digest.slice(0, 16)}`;
}
