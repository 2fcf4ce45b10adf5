import { Inbox, Sparkles, TriangleAlert } from "lucide-react";
import { Button } from "@/app/_ui/button";
import { Skeleton } from "@/app/_ui/skeleton";
import type { WidgetKind } from "@/lib/dashboards/schema";

/** The query ran and gave nothing. */
export function Empty() {
  return (
    <div className="flex size-full min-h-0 flex-col items-center justify-center gap-1 text-ink-faint text-xs">
      <Inbox className="size-4" aria-hidden="true" />
      No rows
    </div>
  );
}

/** Why there is no picture, in words a person can act on. */
export function Broken({
  message,
  onAsk,
  onRetry,
}: {
  message: string;
  onAsk?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}) {
  return (
    <div
      role="alert"
      className="flex size-full min-h-0 flex-col items-start justify-center gap-2 overflow-auto"
    >
      <p className="flex items-start gap-2 text-ink-muted text-xs">
        <TriangleAlert className="mt-px size-3.5 shrink-0 text-danger" aria-hidden="true" />
        <span className="line-clamp-4 min-w-0 break-words" title={message}>
          {message}
        </span>
      </p>
      <div className="flex gap-1.5">
        {onAsk && (
          <Button size="sm" onClick={onAsk}>
            <Sparkles className="size-3.5 text-agent" aria-hidden="true" />
            Ask Kaboo
          </Button>
        )}
        {onRetry && (
          <Button size="sm" variant="ghost" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

const bars = [42, 68, 55, 86, 61, 74, 48, 92, 66, 80];

/** What is coming, in the shape of its kind. */
export function Loading({ kind }: { kind: WidgetKind }) {
  return (
    <div role="status" className="size-full min-h-0 overflow-hidden">
      <span className="sr-only">Loading</span>
      <Shape kind={kind} />
    </div>
  );
}

function Shape({ kind }: { kind: WidgetKind }) {
  switch (kind) {
    case "number":
      return (
        <div className="flex h-full flex-col justify-center gap-2">
          <Skeleton className="h-8 w-1/2 max-w-40" />
          <Skeleton className="h-3 w-1/4 max-w-20" />
        </div>
      );
    case "pie":
      return (
        <div className="flex h-full items-center gap-6">
          <div className="aspect-square h-4/5 max-w-[45%] animate-pulse-soft rounded-full border-[18px] border-hover" />
          <div className="flex flex-1 flex-col gap-2.5">
            {[70, 55, 62, 40].map((width) => (
              <Skeleton key={width} className="h-3" />
            ))}
          </div>
        </div>
      );
    case "table":
    case "pivot":
    case "text":
      return (
        <div className="flex flex-col gap-3 pt-1">
          {bars.map((width) => (
            <div key={width} className="flex gap-4">
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-3 flex-1" />
            </div>
          ))}
        </div>
      );
    case "line":
    case "area":
    case "scatter":
      return (
        <svg
          viewBox="0 0 100 50"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="size-full animate-pulse-soft"
        >
          <path
            d="M0,40 L12,30 L25,34 L38,20 L52,26 L66,12 L80,18 L100,6 L100,50 L0,50 Z"
            fill="var(--color-hover)"
          />
        </svg>
      );
    case "bar":
    case "heatmap":
    case "funnel":
      return (
        <div className="flex h-full items-end gap-[4%]">
          {bars.map((height) => (
            <div
              key={height}
              aria-hidden="true"
              style={{ height: `${height}%` }}
              className="flex-1 animate-pulse-soft rounded-t-sm bg-hover"
            />
          ))}
        </div>
      );
    default:
      return kind satisfies never;
  }
}
