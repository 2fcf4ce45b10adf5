"use client";

import { errorText } from "@/app/_canvas/data/error-text";
import { useTrash } from "@/app/_canvas/data/use-keeping";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { Skeleton } from "@/app/_ui/skeleton";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";

type Props = { onRestore: (id: string) => void; onClose: () => void };

/** Dashboards that were deleted, until they go for good (D13). */
export function TrashDialog({ onRestore, onClose }: Props) {
  const found = useTrash();
  const { locale } = usePerson();
  const now = useNow();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Trash"
      description="Deleted dashboards are kept for 30 days."
    >
      {found.error ? (
        <ErrorState compact title="The trash can't be read" onRetry={() => void found.refetch()}>
          {errorText(found.error)}
        </ErrorState>
      ) : !found.data ? (
        <Skeleton className="h-24" />
      ) : found.data.length === 0 ? (
        <p className="py-6 text-center text-ink-muted text-sm">The trash is empty.</p>
      ) : (
        <ul className="divide-y">
          {found.data.map(({ id, title, widgetCount, deletedAt, goneAt }) => (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm">{title}</span>
                <span className="block text-ink-faint text-xs">
                  {widgetCount === 1 ? "1 widget" : `${widgetCount} widgets`} · deleted{" "}
                  {agoOf(deletedAt, now, locale)} · gone {agoOf(goneAt, now, locale)}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`Restore ${title}`}
                onClick={() => {
                  onRestore(id);
                  onClose();
                }}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
