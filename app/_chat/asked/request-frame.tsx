"use client";

import { Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type Interrupt, useSessionObject, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { agentName } from "../agent-name";

/** Browsers' timers go no further. */
const longestTimerMs = 2 ** 31 - 1;

/** Who asks, and what; then the ways to answer, until it is answered or too late. */
export function RequestFrame({
  interrupt,
  asks,
  title,
  children,
}: {
  interrupt: Interrupt;
  /** After the agent's name: "asks for your approval". */
  asks: string;
  title: ReactNode;
  children: ReactNode;
}) {
  const { answer } = useSessionObject();
  const answered = useSnapshot(({ state }) => state.answered[interrupt.id]);
  const others = useSnapshot(({ state }) => state.interrupts.some(({ id }) => !state.answered[id]));
  const agent = typeof interrupt.metadata?.agent === "string" ? interrupt.metadata.agent : "";
  const heading = `${interrupt.id}-title`;
  const expired = useExpired(interrupt);
  // Two delegates of one name are told apart by it.
  const task = typeof interrupt.metadata?.task === "string" ? interrupt.metadata.task : "";
  return (
    <article aria-labelledby={heading} className="rounded-lg border border-line-strong bg-raised p-3">
      <p className="flex items-center gap-1.5 text-ink-muted text-xs">
        <Hourglass className="size-3.5 shrink-0 text-warning" aria-hidden="true" />
        <span>
          <span className="font-medium text-agent">{agentName(agent)}</span> {asks}
          {task && <span className="block">Its task: {task}</span>}
        </span>
      </p>
      <h3 id={heading} className="mt-1.5 whitespace-pre-line font-medium text-sm">
        {title}
      </h3>
      {answered && (
        <p role="status" className="mt-2 text-ink-muted text-sm">
          {others ? "Answered. It goes on when the others are answered, too." : "Answered. Going on…"}
        </p>
      )}
      {!answered && expired && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-muted text-sm">Nobody answered in time, so nothing was done.</p>
          <Button onClick={() => answer(interrupt.id, { status: "cancelled" })}>Go on without it</Button>
        </div>
      )}
      {!answered && !expired && children}
    </article>
  );
}

/** Also when the time comes while somebody looks. */
function useExpired({ expiresAt }: Interrupt): boolean {
  const until = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const left = until - Date.now();
    if (left <= 0 || left > longestTimerMs) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [until]);
  return until <= now;
}
