"use client";

import { errorText } from "@/app/_canvas/data/error-text";
import { useVersions } from "@/app/_canvas/data/use-versions";
import { agoOf } from "@/app/_ui/ago";
import { cx } from "@/app/_ui/class-names";
import { ErrorState } from "@/app/_ui/error-state";
import { Skeleton } from "@/app/_ui/skeleton";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";
import type { Dashboard } from "@/lib/dashboards/schema";

type Props = {
  dashboard: Dashboard;
  previewed: number | null;
  onPreview: (version: number | null) => void;
};

/** Every version of a board; one that is chosen is shown in place of the newest (D5). */
export function VersionList({ dashboard, previewed, onPreview }: Props) {
  const found = useVersions(dashboard.id, dashboard.version);
  const { locale } = usePerson();
  const now = useNow();
  if (found.error && !found.data) {
    return (
      <ErrorState compact title="The versions can't be read" onRetry={() => void found.refetch()}>
        {errorText(found.error)}
      </ErrorState>
    );
  }
  if (!found.data) return <Skeleton className="m-4 h-40" />;
  const newest = found.data[0]?.version;
  return (
    <ol className="min-h-0 flex-1 overflow-y-auto p-2">
      {found.data.map(({ version, at, author, summary }) => {
        const shown = (previewed ?? newest) === version;
        return (
          <li key={version}>
            <button
              type="button"
              aria-current={shown}
              onClick={() => onPreview(version === newest ? null : version)}
              className={cx(
                "block w-full rounded-md px-2.5 py-2 text-left",
                shown ? "bg-accent-soft" : "hover:bg-hover",
              )}
            >
              <span className="flex items-baseline gap-2 text-xs">
                <span className="font-medium text-ink tabular-nums">Version {version}</span>
                {version === newest && <span className="text-ink-muted">now</span>}
                <span className="flex-1" />
                <time dateTime={at} title={new Date(at).toLocaleString(locale)} className="text-ink-faint">
                  {agoOf(at, now, locale)}
                </time>
              </span>
              <span className="mt-0.5 block break-words text-sm">{summary}</span>
              <span className="block text-ink-faint text-xs">
                {author.kind === "person" ? "You" : author.name}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
