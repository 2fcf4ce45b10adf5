import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

/** Something failed: what, what to do, and a way to try again. */
export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel = "Try again",
  compact = false,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** For small places such as a widget. */
  compact?: boolean;
}) {
  return (
    <div
      role="alert"
      className={
        compact
          ? "flex items-start gap-2 p-3 text-sm"
          : "flex items-start gap-3 rounded-lg border border-danger/30 bg-danger-soft px-4 py-3 text-sm"
      }
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{title}</p>
        {children && <div className="mt-0.5 break-words text-ink-muted">{children}</div>}
        {onRetry && (
          <Button size="sm" className="mt-2" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
