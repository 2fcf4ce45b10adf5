import type { ToolCall } from "@/lib/agent/tool";
import type { Author } from "@/lib/shared/author";

/** Who writes, for whom, in which call, and what they had seen when they decided to. */
export type Actor = {
  ownerId: string;
  author: Author;
  /** Absent for a person. */
  call?: { threadId: string; runId: string; callId: string; invocationId: string };
  /**
   * The version they had been shown: a field that others changed since is not written over (D3). Without one, the
   * newest version counts as seen.
   */
  base?: number | undefined;
};

export function person(ownerId: string, base?: number): Actor {
  return { ownerId, author: { kind: "person", name: "You" }, base };
}

export function agentOf(call: ToolCall, base?: number): Actor {
  const { ownerId, agent, client, threadId, runId, toolCallId, invocationId } = call;
  return {
    ownerId,
    author: client === undefined ? { kind: "agent", name: agent } : { kind: "client", name: client },
    call: { threadId, runId, callId: toolCallId, invocationId },
    base,
  };
}

/** Names one write of one call, so that the same call twice writes once (D6). Undefined for a person. */
export function callKeyOf({ call }: Actor, index: number): string | undefined {
  return call && [call.threadId, call.runId, call.callId, index].join("/");
}
