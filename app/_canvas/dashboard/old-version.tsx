"use client";

import { History } from "lucide-react";
import { Board } from "@/app/_canvas/dashboard/board";
import { errorText } from "@/app/_canvas/data/error-text";
import { useOldDashboard, useRestore } from "@/app/_canvas/data/use-versions";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { Skeleton } from "@/app/_ui/skeleton";

type Props = { id: string; version: number; onClose: () => void };

/** A board as it was, over the rows there are now; to look at, and to bring back (D5). */
export function OldVersion({ id, version, onClose }: Props) {
  const found = useOldDashboard(id, version);
  const restore = useRestore(id);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="status"
        className="flex shrink-0 flex-wrap items-center gap-2 border-b bg-warning-soft px-4 py-2 text-sm"
      >
        <History className="size-4 text-warning" aria-hidden="true" />
        <p className="min-w-0">
          Version {version}
          {found.data && `, “${found.data.title}”`}. Its rows are today's.
        </p>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Back to now
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={restore.isPending}
          onClick={() => restore.mutate(version, { onSuccess: onClose })}
        >
          Restore this version
        </Button>
      </div>
      {found.data ? (
        <Board dashboard={found.data} shownKey={-version} readOnly />
      ) : found.error ? (
        <div className="p-6">
          <ErrorState title="This version can't be shown" onRetry={() => void found.refetch()}>
            {errorText(found.error)}
          </ErrorState>
        </div>
      ) : (
        <Skeleton className="m-4 h-64" />
      )}
    </div>
  );
}
