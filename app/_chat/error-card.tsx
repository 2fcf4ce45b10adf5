"use client";

import { useSession, useSessionObject, useSnapshot } from "@/app/_session";
import { ErrorState } from "@/app/_ui/error-state";
import { textOf } from "./conversation";
import { adviceFor } from "./run-error";

/** A run or a request that failed: what happened, what to do, and a way to try again. */
export function ErrorCard() {
  const { error, status, messages, send } = useSession();
  const session = useSessionObject();
  const unsent = useSnapshot(({ state }) => state.outbox.find((outgoing) => outgoing.status === "failed"));
  if (!error || status === "running") return null;
  const { title, advice, retry } = adviceFor(error);
  const last = messages.findLast((message) => message.role === "user" && message.subagentRunId === undefined);
  function again() {
    if (unsent) session.resend(unsent.message.id);
    else if (last) send(textOf(last.content));
  }
  return (
    <ErrorState title={title} {...(retry && last && { onRetry: again })}>
      <p>{error.message}</p>
      {advice && <p>{advice}</p>}
      {error.errorId && <p className="font-mono text-2xs text-ink-faint">{error.errorId}</p>}
    </ErrorState>
  );
}
