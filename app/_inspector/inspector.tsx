"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { request, useSessionObject } from "@/app/_session";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { IconButton } from "@/app/_ui/icon-button";
import { ScrollBox } from "@/app/_ui/scroll-box";
import { Tabs } from "@/app/_ui/tabs";
import { Counters } from "./counters";
import { HealingList } from "./healing-list";
import { Code, PromptSections, Row } from "./prompt-row";
import { type Kept, type ModelCall, modelCalls, Trace, type TracedEvent } from "./trace";

type Side = "calls" | "effects" | "events" | "counters";
const pollMs = 1_500;

/** For who builds the team: what each model call was given, what each effect wrote, each event (C10). Development only. */
export function Inspector({ onClose }: { onClose: () => void }) {
  const { threadId } = useSessionObject();
  const [side, setSide] = useState<Side>("calls");
  const { data, error, refetch } = useQuery({
    queryKey: ["trace", threadId],
    refetchInterval: pollMs,
    retry: false,
    queryFn: async ({ signal }) =>
      Trace.parse(
        await (await request(`/api/threads/${encodeURIComponent(threadId)}/trace`, { signal })).json(),
      ),
  });
  const entries = data?.entries ?? [];
  const calls = modelCalls(entries);
  const effects = entries.filter(({ entry }) => entry.kind === "effect" || entry.kind === "warning");
  const events = data?.events ?? [];
  const tabs = [
    { value: "calls" as const, label: `Model calls ${calls.length}` },
    { value: "effects" as const, label: `Effects ${effects.length}` },
    { value: "events" as const, label: `Events ${events.length}` },
    { value: "counters" as const, label: "Counters" },
  ];
  return (
    <Dialog.Root open modal={false} disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-[min(640px,100vw)] flex-col border-l bg-surface shadow-popup outline-none">
          <header className="flex h-11 shrink-0 items-center gap-2 border-b pr-2 pl-4">
            <Dialog.Title className="flex-1 font-semibold text-sm">Inspector</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label="Close the inspector">
                  <X />
                </IconButton>
              }
            />
          </header>
          <div className="border-b px-3 py-2">
            <Tabs label="Show" value={side} onChange={setSide} tabs={tabs} />
          </div>
          <HealingList />
          <ScrollBox label="Trace" className="min-h-0 flex-1 overflow-y-auto p-2">
            {error && (
              <ErrorState compact title="No trace" onRetry={() => void refetch()}>
                {error.message}
              </ErrorState>
            )}
            {side === "calls" && calls.toReversed().map((each) => <CallRow key={each.index} call={each} />)}
            {side === "effects" &&
              effects.toReversed().map((each) => <EffectRow key={each.index} kept={each} />)}
            {side === "events" && events.toReversed().map((each) => <EventRow key={each.seq} event={each} />)}
            {side === "counters" && <Counters />}
            {data && side !== "counters" && { calls, effects, events }[side].length === 0 && (
              <EmptyState title="Nothing yet">
                What happens in this conversation shows up here. The server keeps it in memory until it
                restarts.
              </EmptyState>
            )}
          </ScrollBox>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CallRow({ call: { call, answer, before, at } }: { call: ModelCall }) {
  const usage = answer?.usage;
  const cached = usage && usage.inputTokens > 0 ? usage.cachedInputTokens / usage.inputTokens : 0;
  return (
    <Row
      head={
        <>
          <span className="shrink-0 font-medium text-agent">{call.slot}</span>
          <span className="shrink-0 text-ink-muted">step {call.step}</span>
          <span className="min-w-0 flex-1 truncate text-ink-faint text-xs">{call.model}</span>
          <span className="shrink-0 text-ink-muted text-xs tabular-nums">
            {usage
              ? `${usage.inputTokens.toLocaleString("en")} in, ${Math.round(cached * 100)}% cached, ${usage.outputTokens.toLocaleString("en")} out · ${answer.durationMs} ms`
              : "no answer yet"}
          </span>
          <Clock at={at} />
        </>
      }
    >
      <PromptSections call={call} before={before} />
    </Row>
  );
}

function EffectRow({ kept: { entry, at } }: { kept: Kept }) {
  if (entry.kind === "warning") {
    return (
      <div className="flex gap-2 border-b px-2 py-1.5 text-sm" data-tone="warning">
        <span className="shrink-0 font-medium text-warning">{entry.agent}</span>
        <span className="min-w-0 flex-1 break-words">
          {entry.tool ?? entry.view} {entry.reason}
        </span>
        <Clock at={at} />
      </div>
    );
  }
  if (entry.kind !== "effect") return null;
  return (
    <Row
      head={
        <>
          <span className="shrink-0 font-medium text-agent">{entry.agent}</span>
          <span className="min-w-0 flex-1 truncate">{entry.tool}</span>
          <span className="shrink-0 text-ink-faint text-xs">{entry.operations.length} operations</span>
          <Clock at={at} />
        </>
      }
    >
      <Code text={JSON.stringify(entry.operations, null, 2)} />
    </Row>
  );
}

function EventRow({ event }: { event: TracedEvent }) {
  return (
    <Row
      head={
        <>
          <span className="w-12 shrink-0 text-right text-ink-faint text-xs tabular-nums">{event.seq}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-xs">{event.type}</span>
          <span className="shrink-0 text-2xs text-ink-faint">{event.runId}</span>
        </>
      }
    >
      <Code text={JSON.stringify(event.payload, null, 2)} />
    </Row>
  );
}

function Clock({ at }: { at: string }) {
  return <span className="shrink-0 text-2xs text-ink-faint tabular-nums">{at.slice(11, 19)}</span>;
}
