"use client";

import { useCallback, useEffect, useEffectEvent, useId, useMemo } from "react";
import type { Change } from "@/lib/changes/schema";
import type { JsonObject } from "@/lib/shared/json";
import type { Workspace } from "@/lib/workspace/schema";
import {
  isRunning,
  type LiveToolCall,
  liveCallsMatching,
  type Presence,
  presenceOf,
  shownMessages,
  statusOf,
  workspaceIn,
  writtenArguments,
} from "./selectors";
import type { SessionFailure } from "./session";
import { useSessionObject, useSnapshot } from "./session-provider";

/** The conversation: what was said, whether a run is on, and how to say more. */
export function useSession() {
  const session = useSessionObject();
  const messages = useSnapshot(({ state }) => shownMessages(state.messages, state.outbox));
  const status = useSnapshot(statusOf);
  const error = useSessionError();
  const { threadId, send, stop } = session;
  return { threadId, messages, status, error, send, stop };
}

/** A failed request of the page's, or a run that ended in an error. */
export function useSessionError(): SessionFailure | null {
  const failure = useSnapshot((snapshot) => snapshot.failure);
  const runError = useSnapshot(({ state }) => state.run?.error ?? null);
  return useMemo(
    () => failure ?? (runError && { message: runError.message, code: runError.code ?? "run" }),
    [failure, runError],
  );
}

/** Like `useSession().status`, without drawing again for every word. */
export function useSessionStatus() {
  return useSnapshot(statusOf);
}

/** What the conversation has built (K1). Read-only: it changes by effects alone. */
export function useWorkspace(): Workspace {
  return useSnapshot(({ state }) => workspaceIn(state));
}

/** Which agents are working, and on which tool (C2). Empty when none is. */
export function useAgentPresence(): readonly Presence[] {
  return useSnapshot(({ state }) => presenceOf(isRunning(state), state.subagents, state.calls));
}

/** Calls in flight whose tool matches the glob, with their arguments as far as written (C3). */
export function useLiveToolCalls(glob: string): readonly LiveToolCall[] {
  const matching = useMemo(() => liveCallsMatching(glob), [glob]);
  return useSnapshot(({ state }) => matching(state.calls, state.subagents));
}

/** Reads what was written of a call so far, also of one that has ended; draws nothing again by itself. */
export function useWrittenArguments(): (callId: string) => unknown {
  const session = useSessionObject();
  return useCallback((callId) => writtenArguments(session.get().state.messages, callId), [session]);
}

/** Sends this with every run while mounted, so that "this chart" means the one on screen (C5). Null sends nothing. */
export function useAgentContext(description: string, value: unknown): void {
  const session = useSessionObject();
  const key = useId();
  useEffect(() => session.setContext(key, { description, value }), [session, key, description, value]);
  useEffect(() => () => session.setContext(key, undefined), [session, key]);
}

/** Sends a readable message together with what a workflow can act on (C6). */
export function useKabooAction(): (
  action: { kind: string } & JsonObject,
  message: string,
  options?: { quiet: boolean },
) => void {
  const session = useSessionObject();
  return useMemo(
    () =>
      (action, message, options = { quiet: false }) =>
        session.send(message, { action, ...options }),
    [session],
  );
}

/** Hears of changes that other people, tabs and assistants make. */
export function useRemoteChanges(listener: (change: Change) => void): void {
  const session = useSessionObject();
  const heard = useEffectEvent(listener);
  useEffect(() => session.onChange((change) => heard(change)), [session]);
}
