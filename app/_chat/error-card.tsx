"use client";

import { useSession, useSnapshot } from "@/app/_session";
import { ErrorState } from "@/app/_ui/error-state";
import { textOf } from "./conversation";
import { errorTitle, mayRetry } from "./run-error";

/** A run or a request that failed: what happened, what to do, and a way to try again. */
export function ErrorCard() {
  const { error, status, messages, send } = useSession();
  // A message that wasn't sent says so itself.
  const unsent = useSnapshot(({ state }) => state.outbox.some((outgoing) => outgoing.status === "failed"));
  if (!error || unsent || status === "running") return null;
  const last = messages.findLast((message) => message.role === "user" && message.subagentRunId === undefined);
  const retry = last && mayRetry(error.code) ? { onRetry: () => send(textOf(last.content)) } : {};
  return (
    <ErrorState title={errorTitle(error.code)} {...retry}>
      <p>{error.message}</p>
      {error.errorId && <p className="mt-1 font-mono text-2xs text-ink-faint">{error.errorId}</p>}
    </ErrorState>
  );
}
