"use client";

import { Bot, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { parsePartialJson, useSnapshot } from "@/app/_session";
import { Disclosure } from "@/app/_ui/disclosure";
import { Spinner } from "@/app/_ui/spinner";
import { agentName } from "./agent-name";
import { showDuration, showTokens } from "./answer/amounts";
import { useAgentWork } from "./answer/use-answers";
import { useAskedCall } from "./asked-call";
import { holdsCall, type Part } from "./conversation";
import { durationOf, useCallStatus } from "./tool-card";
import { type CallStatus, summarizeCall } from "./tool-summary";
import { useTitles } from "./use-titles";

/** What a delegate did: one line, and inside it its own words and calls. Open while it works, unless the person closed it. */
export function DelegateBlock({
  part,
  children,
}: {
  part: Extract<Part, { kind: "delegate" }>;
  children: ReactNode;
}) {
  const status = useDelegateStatus(part);
  const working = status === "writing" || status === "running";
  const [chosen, choose] = useState<boolean>();
  const asked = useAskedCall();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was asked for, not when there is more in it
  useEffect(() => {
    if (asked && !asked.shown && holdsCall(part.parts, asked.id)) choose(true);
  }, [asked]);
  const task = taskOf(part.call?.function.arguments);
  const doing = useLastStep(part.parts, working);
  return (
    <Disclosure
      open={chosen ?? working}
      onOpenChange={choose}
      className="group/delegate my-1 rounded-lg border border-line bg-surface"
      headClassName="flex min-h-9 w-full items-center gap-2 rounded-lg px-2.5 text-left text-sm hover:bg-hover"
      head={
        <>
          {working ? (
            <Spinner className="text-agent" />
          ) : (
            <Bot className="size-3.5 shrink-0 text-agent" aria-hidden="true" />
          )}
          <span className="shrink-0 font-medium text-agent">{agentName(part.agent)}</span>
          <span className="min-w-0 flex-1 truncate text-ink-muted">{outline(status, doing, task)}</span>
          {!working && <Took part={part} />}
          <ChevronRight
            className="size-3.5 shrink-0 text-ink-faint transition-transform duration-100 group-data-open/delegate:rotate-90"
            aria-hidden="true"
          />
        </>
      }
    >
      <div className="space-y-1.5 border-t px-3 py-2.5">
        {task && <p className="whitespace-pre-wrap break-words text-ink-muted text-xs">Asked to: {task}</p>}
        {children}
        {part.parts.length === 0 && !working && (
          <p className="text-ink-faint text-sm">It did nothing visible.</p>
        )}
      </div>
    </Disclosure>
  );
}

/** How many calls, how long, how many tokens (C9). */
function Took({ part }: { part: Extract<Part, { kind: "delegate" }> }) {
  const work = useAgentWork(part.subagentRunId);
  const calls = part.parts.filter(({ kind }) => kind !== "text" && kind !== "reasoning").length;
  const durationMs = work?.durationMs ?? durationOf(part.result);
  const words = [
    calls > 0 && (calls === 1 ? "1 call" : `${calls} calls`),
    durationMs !== undefined && showDuration(durationMs),
    work?.usage && showTokens(work.usage),
  ].filter(Boolean);
  return (
    <span className="shrink-0 text-ink-faint text-xs tabular-nums max-sm:hidden">{words.join(" · ")}</span>
  );
}

function useDelegateStatus({
  id,
  call,
  result,
  subagentRunId,
}: Extract<Part, { kind: "delegate" }>): CallStatus {
  const called = useCallStatus(id, result);
  const own = useSnapshot(({ state }) => state.subagents[subagentRunId ?? ""]?.status);
  if (call) return called;
  return own ?? "done";
}

function outline(status: CallStatus, doing: string | undefined, task: string | undefined): string {
  if (status === "writing") return "is being asked";
  if (status === "failed") return "did not finish";
  if (status === "stopped") return "was stopped";
  if (status === "waiting") return "waits for you";
  return doing ?? task ?? (status === "running" ? "is working" : "is done");
}

/** Its newest call, in the middle of a sentence. */
function useLastStep(parts: readonly Part[], working: boolean): string | undefined {
  const names = useTitles();
  const last = parts.findLast((part) => part.kind === "call");
  if (!last) return undefined;
  const status =
    last.result?.metadata?.isError === true ? "failed" : working && !last.result ? "running" : "done";
  const input = parsePartialJson(last.call.function.arguments);
  const { text } = summarizeCall(last.call.function.name, input, status, { names });
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function taskOf(args: string | undefined): string | undefined {
  const input = parsePartialJson(args ?? "");
  return typeof input === "object" && input !== null && "task" in input && typeof input.task === "string"
    ? input.task
    : undefined;
}
