"use client";

import { LayoutDashboard, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { Board, type BoardProps } from "@/app/_canvas/dashboard/board";
import { errorText } from "@/app/_canvas/data/error-text";
import { useDashboard } from "@/app/_canvas/data/use-dashboard";
import { useKeeping, useTrash } from "@/app/_canvas/data/use-keeping";
import { RequestError } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { Skeleton } from "@/app/_ui/skeleton";
import type { Dashboard } from "@/lib/dashboards/schema";

type Props = Omit<BoardProps, "dashboard" | "shownKey"> & {
  id: string;
  /** The newest version known of, e.g. from the workspace. */
  version?: number;
  /** Told what is in sight. */
  onShown?: (dashboard: Dashboard | null) => void;
  /** Told that there is no such dashboard (any more). */
  onMissing?: (id: string) => void;
};

/** A dashboard by id: loading, missing, failed, or there. */
export function DashboardView({ id, version = 0, onShown, onMissing, ...board }: Props) {
  const found = useDashboard(id, version);
  const shown = found.data ?? null;
  const missing = !shown && found.error instanceof RequestError && found.error.status === 404;
  useEffect(() => onShown?.(shown), [onShown, shown]);
  useEffect(() => {
    if (missing) onMissing?.(id);
  }, [onMissing, missing, id]);
  if (found.data) return <Board key={id} dashboard={found.data} shownKey={found.wanted} {...board} />;
  if (found.error) {
    if (missing) return <MissingBoard id={id} />;
    return (
      <div className="mx-auto w-full max-w-lg p-6">
        <ErrorState title="The dashboard can't be opened" onRetry={() => void found.refetch()}>
          {errorText(found.error)}
        </ErrorState>
      </div>
    );
  }
  return <LoadingBoard />;
}

/** Deleting what is in sight, by an agent too, is no failure: it lies in the trash (D13). */
function MissingBoard({ id }: { id: string }) {
  const trash = useTrash();
  const { recover } = useKeeping(() => {});
  const deleted = trash.data?.find((entry) => entry.id === id);
  if (!deleted) {
    return (
      <EmptyState icon={<LayoutDashboard aria-hidden="true" />} title="This dashboard isn't there">
        It may have been deleted, or the address is wrong.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Trash2 aria-hidden="true" />}
      title={`“${deleted.title}” is in the trash`}
      actions={
        <Button onClick={() => recover.mutate(id)} disabled={recover.isPending}>
          Restore it
        </Button>
      }
    >
      It can be restored for 30 days.
    </EmptyState>
  );
}

function LoadingBoard() {
  return (
    <div role="status" className="min-h-0 flex-1 space-y-4 overflow-hidden p-4">
      <span className="sr-only">Loading the dashboard</span>
      <Skeleton className="h-7 w-64 max-w-full" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} className="h-36" />
        ))}
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </div>
  );
}
