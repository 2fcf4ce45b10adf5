"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { ChangeLine } from "@/app/_canvas/changes/change-line";
import { authorsIn, everything, filtered, type LogFilter } from "@/app/_canvas/changes/filter";
import { VersionList } from "@/app/_canvas/changes/version-list";
import { errorText } from "@/app/_canvas/data/error-text";
import { useChanges } from "@/app/_canvas/data/use-changes";
import type { Target } from "@/app/_canvas/follow/follow";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { Skeleton } from "@/app/_ui/skeleton";
import { Tabs } from "@/app/_ui/tabs";
import { useNow } from "@/app/_ui/use-now";
import type { Dashboard } from "@/lib/dashboards/schema";

type Props = {
  threadId: string;
  /** Moves when there is more to read. */
  tick: string;
  /** The board in sight, whose versions can be looked at. */
  dashboard: Dashboard | null;
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  previewed: number | null;
  onPreview: (version: number | null) => void;
  onOpen: (target: Target) => void;
  onClose: () => void;
};

/** "What Kaboo did": every change with who, when, a link to it, and undo (C4); and the versions of the board (D5). */
export function ChangesPanel(props: Props) {
  const { dashboard, previewed, onPreview, onClose } = props;
  const [tab, setTab] = useState<"changes" | "versions">("changes");
  const versions = tab === "versions" && dashboard !== null;
  return (
    <aside
      aria-label="What Kaboo did"
      className="flex h-full w-88 max-w-full shrink-0 flex-col border-l bg-surface"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="flex h-11 shrink-0 items-center justify-between gap-2 border-b pr-2 pl-4">
        <h2 className="font-semibold text-base">What Kaboo did</h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {dashboard && (
        <div className="shrink-0 px-3 pt-3">
          <Tabs
            label="Log or versions"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "changes", label: "Changes" },
              { value: "versions", label: "Versions" },
            ]}
          />
        </div>
      )}
      {versions ? (
        <VersionList dashboard={dashboard} previewed={previewed} onPreview={onPreview} />
      ) : (
        <Log {...props} />
      )}
    </aside>
  );
}

function Log({ threadId, tick, dashboard, filter, onFilter, onOpen }: Props) {
  // A widget's story is its board's, whichever conversation it was made in.
  const found = useChanges(
    { ...(!filter.widget && { thread: threadId }), ...(dashboard && { dashboard: dashboard.id }) },
    `${tick}:${dashboard?.version ?? 0}`,
  );
  const now = useNow();
  if (found.error && !found.data) {
    return (
      <ErrorState compact title="The log can't be read" onRetry={() => void found.refetch()}>
        {errorText(found.error)}
      </ErrorState>
    );
  }
  if (!found.data) {
    return (
      <div className="space-y-4 p-4">
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} className="h-9" />
        ))}
      </div>
    );
  }
  const shown = filtered(found.data, filter);
  return (
    <>
      <Filters found={found.data} dashboard={dashboard} filter={filter} onFilter={onFilter} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {shown.length === 0 ? (
          <p className="px-6 py-12 text-center text-ink-muted text-sm">
            {found.data.length === 0
              ? "Nothing yet. Each change to a dashboard or a query shows up here, and can be taken back."
              : "No change fits these filters."}
          </p>
        ) : (
          <ol className="py-1.5">
            {shown.map((change) => (
              <ChangeLine
                key={change.id}
                change={change}
                all={found.data}
                now={now}
                threadId={threadId}
                onOpen={onOpen}
              />
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function Filters({
  found,
  dashboard,
  filter,
  onFilter,
}: Pick<Props, "dashboard" | "filter" | "onFilter"> & { found: Parameters<typeof authorsIn>[0] }) {
  if (filter.widget) {
    return (
      <div className="mx-3 mt-3 flex items-center gap-2 rounded-md bg-hover py-1 pr-1 pl-2.5 text-sm">
        <span className="min-w-0 flex-1 truncate">“{filter.widget.title}” only</span>
        <Button size="sm" variant="ghost" onClick={() => onFilter(everything)}>
          Show all
        </Button>
      </div>
    );
  }
  const authors = authorsIn(found);
  return (
    <div className="flex shrink-0 gap-2 px-3 pt-3">
      <Select
        label="By"
        className="flex-1"
        value={filter.author}
        choices={[{ value: "", label: "Everybody" }, ...authors.map((value) => ({ value, label: value }))]}
        onChange={(author) => onFilter({ ...filter, author })}
      />
      {dashboard && (
        <Select
          label="Where"
          className="flex-1"
          value={filter.board === dashboard.id ? filter.board : ""}
          choices={[
            { value: "", label: "Everywhere" },
            { value: dashboard.id, label: "This dashboard" },
          ]}
          onChange={(board) => onFilter({ ...filter, board })}
        />
      )}
    </div>
  );
}
