import type { Message } from "@ag-ui/core";
import { entryAgent } from "@/lib/agents/entry-agent";
import { matchesTool } from "@/lib/shared/tool-glob";
import { emptyWorkspace, isWorkspace, workspaceKey } from "@/lib/workspace/keys";
import type { Workspace } from "@/lib/workspace/schema";
import { memoizeLast } from "./memoize-last";
import { parsePartialJson } from "./partial-json";
import type { SessionStatus, Snapshot } from "./session";
import type { LiveCall, Outgoing, SessionState } from "./session-state";

export type Presence = {
  agent: string;
  tool: string | null;
  toolCallId: string | null;
  subagentRunId: string | null;
};

export type LiveToolCall = {
  id: string;
  name: string;
  agent: string;
  status: "writing" | "running";
  /** As far as they are written. */
  args: unknown;
};

export function statusOf({ state, stream }: Snapshot): SessionStatus {
  if (stream === "offline") return "offline";
  if (!state.loaded) return "connecting";
  return isRunning(state) ? "running" : "idle";
}

/** A message on its way counts: the run it starts is about to show. */
export function isRunning(state: SessionState): boolean {
  return state.run?.status === "running" || state.outbox.some(({ status }) => status === "sending");
}

/** What the conversation has built (K1); empty until the server has said. */
export const workspaceOf = memoizeLast((value: unknown): Workspace => {
  // Checked, but not rebuilt: what didn't change stays the same object.
  return isWorkspace(value) ? value : emptyWorkspace;
});

export function workspaceIn(state: SessionState): Workspace {
  return workspaceOf(state.state[workspaceKey]);
}

/** The messages shown: those of the stream, then those on their way. */
export const shownMessages = memoizeLast(
  (messages: readonly Message[], outbox: readonly Outgoing[]): readonly Message[] =>
    outbox.length === 0 ? messages : [...messages, ...outbox.map(({ message }) => message)],
);

/** Which agents work, and on which call (C2). */
export const presenceOf = memoizeLast(
  (running: boolean, subagents: SessionState["subagents"], calls: readonly LiveCall[]): Presence[] => {
    if (!running) return [];
    const working = Object.values(subagents).filter(({ status }) => status === "running");
    const at = (agent: string, subagentRunId: string | undefined): Presence => {
      const call = calls.findLast((live) => live.subagentRunId === subagentRunId);
      return {
        agent,
        tool: call?.name ?? null,
        toolCallId: call?.id ?? null,
        subagentRunId: subagentRunId ?? null,
      };
    };
    return [at(entryAgent, undefined), ...working.map(({ id, name }) => at(name, id))];
  },
);

const parsedArgs = new WeakMap<LiveCall, unknown>();

/** Parsed when somebody looks, once per version of a call: so once a frame, not once a delta. */
function argsOf(call: LiveCall): unknown {
  if (!parsedArgs.has(call)) parsedArgs.set(call, parsePartialJson(call.args));
  return parsedArgs.get(call);
}

/** Calls in flight whose tool matches the glob (C3). Make one per glob: it remembers its last answer. */
export function liveCallsMatching(glob: string) {
  return memoizeLast((calls: readonly LiveCall[], subagents: SessionState["subagents"]): LiveToolCall[] =>
    calls
      .filter(({ name }) => matchesTool(glob, name))
      .map((call) => ({
        id: call.id,
        name: call.name,
        agent: subagents[call.subagentRunId ?? ""]?.name ?? entryAgent,
        status: call.status,
        args: argsOf(call),
      })),
  );
}

/** The arguments of a call as its message holds them; undefined when there is no such call. */
export function writtenArguments(messages: readonly Message[], callId: string): unknown {
  const written = messages.findLast(
    (message) => message.role === "assistant" && message.toolCalls?.some(({ id }) => id === callId),
  );
  if (written?.role !== "assistant") return undefined;
  const call = written.toolCalls?.find(({ id }) => id === callId);
  return call && parsePartialJson(call.function.arguments);
}
