"use client";

import { useSession, useSessionObject, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { textOf } from "./conversation";
import { errorTitle, mayRetry } from "./run-error";

/** A run or a request that failed: what happened, what to do, and ways to go on from there or to try again. */
export function ErrorCard() {
  const { error, status, messages, send } = useSession();
  // A message that wasn't sent says so itself.
  const unsent = useSnapshot(({ state }) => state.outbox.some((outgoing) => outgoing.status === "failed"));
  const brokeOff = useSnapshot(({ state }) => state.run?.status === "error");
  const session = useSessionObject();
  if (!error || unsent || status === "running") return null;
  const last = messages.findLast((message) => message.role === "user" && message.subagentRunId === undefined);
  const retry = last && mayRetry(error.code) ? { onRetry: () => send(textOf(last.content)) } : {};
  return (
    <ErrorState title={errorTitle(error.code)} {...retry}>
      <p>{error.message}</p>
      {brokeOff && mayRetry(error.code) && (
        <Button size="sm" className="mt-2" onClick={() => void session.goOn()}>
          Continue
        </Button>
      )}
      {error.errorId && <p className="mt-1 font-mono text-2xs text-ink-faint">{error.errorId}</p>}
    </ErrorState>
  );
}
