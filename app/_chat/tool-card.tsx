"use client";

import { Check, ChevronRight, CircleSlash, Hourglass, TriangleAlert } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { ToolCall, ToolMessage } from "@/app/_session";
import { parsePartialJson, useSnapshot } from "@/app/_session";
import { cx } from "@/app/_ui/class-names";
import { Disclosure } from "@/app/_ui/disclosure";
import { ScrollBox } from "@/app/_ui/scroll-box";
import { Spinner } from "@/app/_ui/spinner";
import { showDuration } from "./answer/amounts";
import { useAskedCall } from "./asked-call";
import { CanvasLink } from "./canvas-link";
import { textOf } from "./conversation";
import { type CallStatus, type CallSummary, summarizeCall } from "./tool-summary";
import { useTitles } from "./use-titles";

/** One call in one line; open, its arguments and result. */
export function ToolCard({ call, result }: { call: ToolCall; result: ToolMessage | undefined }) {
  const status = useCallStatus(call.id, result);
  const names = useTitles();
  const args = call.function.arguments;
  const input = useMemo(() => editedInput(result) ?? parsePartialJson(args), [args, result]);
  const output = textOf(result?.content);
  const durationMs = durationOf(result);
  const asked = useAskedCall();
  useEffect(() => {
    // Drawn again later, as one scrolls past, it leaves the focus where it is.
    if (asked?.id !== call.id || asked.shown) return;
    asked.shown = true;
    const card = document.getElementById(`call-${call.id}`);
    card?.scrollIntoView({ block: "center" });
    card?.querySelector("button")?.focus();
  }, [asked, call.id]);
  const { text, target } = summarizeCall(call.function.name, input, status, { names, result: output });
  return (
    <Disclosure
      id={`call-${call.id}`}
      className="group/card -mx-1.5 scroll-my-16"
      lineClassName="flex h-7 items-center gap-2 rounded-md px-1.5 hover:bg-hover"
      headClassName="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm text-left text-ink-muted text-sm"
      head={
        <>
          <StatusIcon status={status} />
          <span className={cx("min-w-0 truncate", status === "failed" && "text-ink")}>{text}</span>
          <ChevronRight
            className="size-3.5 shrink-0 text-ink-faint transition-transform duration-100 group-data-open/card:rotate-90"
            aria-hidden="true"
          />
          <span className="sr-only">, {status}</span>
        </>
      }
      beside={status === "done" && target && <CanvasLink target={target}>{openLabel(target)}</CanvasLink>}
    >
      <div className="mt-1 mb-2 ml-7 space-y-2">
        {args !== "" && args !== "{}" && <Payload label="Arguments" text={pretty(input, args)} />}
        {output !== "" && (
          <Payload
            label={status === "failed" ? "Error" : "Result"}
            text={pretty(parsePartialJson(output), output)}
          />
        )}
        <p className="flex gap-2 font-mono text-2xs text-ink-faint">
          {call.function.name}
          <Word result={result} />
          {durationMs !== undefined && <span className="font-sans">{showDuration(durationMs)}</span>}
        </p>
      </div>
    </Disclosure>
  );
}

/** What the person said before it ran, or didn't (H1). */
function Word({ result }: { result: ToolMessage | undefined }) {
  const approval: unknown = result?.metadata?.approval;
  if (typeof approval !== "object" || approval === null || !("status" in approval)) return null;
  const said: Record<string, string> = {
    approved: "You approved this",
    edited: "You changed the arguments and approved this",
    rejected: "You rejected this",
    cancelled: "You went on without answering",
    expired: "It expired before you answered",
  };
  return <span className="font-sans">{said[String(approval.status)]}</span>;
}

/** What ran in the place of what the agent wanted, after a person changed it (H1). */
function editedInput(result: ToolMessage | undefined): unknown {
  const approval: unknown = result?.metadata?.approval;
  return typeof approval === "object" && approval !== null && "arguments" in approval
    ? approval.arguments
    : undefined;
}

/** How long the call ran, where its result says. */
export function durationOf(result: ToolMessage | undefined): number | undefined {
  const durationMs = result?.metadata?.durationMs;
  return typeof durationMs === "number" ? durationMs : undefined;
}

/** Live while the session says so; without a result afterwards, it was stopped. */
export function useCallStatus(callId: string, result: ToolMessage | undefined): CallStatus {
  const live = useSnapshot(({ state }) => state.calls.find(({ id }) => id === callId)?.status);
  // While anything is asked, a call without a result waits for that, or for its delegate's.
  const asked = useSnapshot(({ state }) => state.interrupts.length > 0);
  if (live) return live;
  if (!result && asked) return "waiting";
  if (!result || result.metadata?.status === "interrupted" || result.content === "Cancelled.")
    return "stopped";
  return result.metadata?.isError === true || result.error !== undefined ? "failed" : "done";
}

function openLabel({ kind }: NonNullable<CallSummary["target"]>): string {
  return { board: "Board", query: "Query", source: "Source" }[kind];
}

function StatusIcon({ status }: { status: CallStatus }) {
  if (status === "writing" || status === "running") return <Spinner className="text-agent" />;
  const [Icon, tone] = {
    done: [Check, "text-ink-faint"] as const,
    failed: [TriangleAlert, "text-danger"] as const,
    stopped: [CircleSlash, "text-ink-faint"] as const,
    waiting: [Hourglass, "text-warning"] as const,
  }[status];
  return <Icon className={cx("size-3.5 shrink-0", tone)} aria-hidden="true" />;
}

function Payload({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <h4 className="mb-0.5 text-2xs text-ink-faint">{label}</h4>
      <ScrollBox label={label} className="max-h-64 overflow-auto rounded-md border bg-canvas px-2.5 py-2">
        <pre className="whitespace-pre-wrap break-words font-mono text-ink-muted text-xs">{text}</pre>
      </ScrollBox>
    </div>
  );
}

/** Made to be read: lines of an SQL text are lines. */
function pretty(value: unknown, text: string): string {
  if (typeof value !== "object" || value === null) return text;
  return JSON.stringify(value, null, 2).replaceAll(/(?<!\\\\)\\n/g, "\n      ");
}
