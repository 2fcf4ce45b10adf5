"use client";

import { Bot, Plug, Undo2, UserRound, X } from "lucide-react";
import { useEffect, useState } from "react";
import { agoOf } from "@/app/_canvas/ago";
import { usePerson } from "@/app/_canvas/charts/use-person";
import { errorText } from "@/app/_canvas/data/request-json";
import { useChanges, useUndo } from "@/app/_canvas/data/use-changes";
import type { Target } from "@/app/_canvas/follow/follow";
import { targetOfChange } from "@/app/_canvas/target-of-change";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { ErrorState } from "@/app/_ui/error-state";
import { IconButton } from "@/app/_ui/icon-button";
import { Skeleton } from "@/app/_ui/skeleton";
import type { Change } from "@/lib/dashboards/schema";

const faces = { agent: Bot, person: UserRound, client: Plug };

type Props = {
  threadId: string;
  /** Moves when there is more to read. */
  tick: string;
  onOpen: (target: Target) => void;
  onClose: () => void;
};

/** "What Kaboo did": every change with who, when, a link to it, and undo (C4). */
export function ChangesPanel({ threadId, tick, onOpen, onClose }: Props) {
  const found = useChanges({ thread: threadId }, tick);
  const now = useNow();
  return (
    <aside
      aria-label="What Kaboo did"
      className="flex h-full w-80 max-w-full shrink-0 flex-col border-l bg-surface"
    >
      <header className="flex h-11 shrink-0 items-center justify-between border-b pr-2 pl-4">
        <h2 className="font-semibold text-base">What Kaboo did</h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {found.error && !found.data ? (
          <ErrorState compact title="The log can't be read" onRetry={() => void found.refetch()}>
            {errorText(found.error)}
          </ErrorState>
        ) : !found.data ? (
          <div className="space-y-4 p-4">
            {[1, 2, 3, 4].map((line) => (
              <Skeleton key={line} className="h-9" />
            ))}
          </div>
        ) : found.data.length === 0 ? (
          <p className="px-6 py-12 text-center text-ink-muted text-sm">
            Nothing yet. Each change to a dashboard or a query shows up here, and can be taken back.
          </p>
        ) : (
          <ol className="py-1.5">
            {found.data.map((change) => (
              <Line key={change.id} change={change} now={now} onOpen={onOpen} />
            ))}
          </ol>
        )}
      </div>
    </aside>
  );
}

function Line({ change, now, onOpen }: { change: Change; now: number; onOpen: Props["onOpen"] }) {
  const undo = useUndo();
  const { locale } = usePerson();
  const Face = faces[change.author.kind];
  return (
    <li className="group/line flex gap-2.5 px-4 py-2 hover:bg-hover/60">
      <Face
        aria-label={
          change.author.kind === "agent" ? "Agent" : change.author.kind === "client" ? "Assistant" : "Person"
        }
        className={cx(
          "mt-0.5 size-4 shrink-0",
          change.author.kind === "person" ? "text-ink-faint" : "text-agent",
        )}
      />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onOpen(targetOfChange(change))}
          className={cx(
            "block w-full break-words text-left text-sm hover:underline",
            change.undone && "text-ink-faint line-through",
          )}
        >
          {change.summary}
        </button>
        <p className="text-ink-faint text-xs">
          {change.author.name} ·{" "}
          <time dateTime={change.at} title={new Date(change.at).toLocaleString(locale)}>
            {agoOf(change.at, now, locale)}
          </time>
          {change.undone && " · taken back"}
        </p>
      </div>
      {change.subject === "dashboard" && !change.undone && (
        <Button
          size="sm"
          variant="ghost"
          disabled={undo.isPending}
          aria-label={`Undo: ${change.summary}`}
          className="opacity-0 focus-visible:opacity-100 group-focus-within/line:opacity-100 group-hover/line:opacity-100 pointer-coarse:opacity-100"
          onClick={() => undo.mutate(change)}
        >
          <Undo2 className="size-3.5" aria-hidden="true" />
          Undo
        </Button>
      )}
    </li>
  );
}

/** The clock, once a minute: "5 minutes ago" grows old. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
