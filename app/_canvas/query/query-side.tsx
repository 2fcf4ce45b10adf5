"use client";

import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/app/_canvas/data/error-text";
import type { Target } from "@/app/_canvas/follow/follow";
import { requestJson } from "@/app/_session";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { Skeleton } from "@/app/_ui/skeleton";
import { usePerson } from "@/app/_ui/use-person";
import type { Query, QueryUse, QueryVersion } from "@/lib/queries/schema";

function useAbout<T>(query: Query, what: string) {
  return useQuery({
    queryKey: ["query", query.id, what, query.version],
    queryFn: ({ signal }) =>
      requestJson<T>(`/api/queries/${encodeURIComponent(query.id)}/${what}`, { signal }),
  });
}

function Waiting({ error }: { error: Error | null }) {
  if (error) return <p className="p-4 text-danger text-sm">{errorText(error)}</p>;
  return <Skeleton className="m-4 h-24" />;
}

/** The widgets that draw from a query. */
export function UsedIn({ query, onOpen }: { query: Query; onOpen: (target: Target) => void }) {
  const found = useAbout<{ uses: QueryUse[] }>(query, "uses");
  if (!found.data) return <Waiting error={found.error} />;
  if (found.data.uses.length === 0)
    return <p className="p-4 text-ink-muted text-sm">No widget draws from it yet.</p>;
  return (
    <ul className="p-2">
      {found.data.uses.map(({ dashboardId, dashboardTitle, widgetId, widgetTitle }) => (
        <li key={widgetId}>
          <button
            type="button"
            onClick={() => onOpen({ kind: "dashboard", id: dashboardId, widget: widgetId })}
            className="flex w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
          >
            <span className="truncate">{widgetTitle}</span>
            <span className="truncate text-ink-faint text-xs">{dashboardTitle}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a query was before; any of it can be looked at in the editor, and saved again. */
export function QueryVersions({ query, onShow }: { query: Query; onShow: (sql: string) => void }) {
  const found = useAbout<{ versions: QueryVersion[] }>(query, "versions");
  const { locale } = usePerson();
  if (!found.data) return <Waiting error={found.error} />;
  return (
    <ol className="p-2">
      {found.data.versions.map(({ version, at, author, summary, sql }) => (
        <li key={version} className="flex items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-hover">
          <span className="w-6 shrink-0 text-ink-faint text-xs tabular-nums">{version}</span>
          <span className="min-w-0 flex-1 truncate">{summary}</span>
          <span className="shrink-0 text-ink-faint text-xs">
            {author.kind === "person" ? "You" : author.name}, {agoOf(at, Date.now(), locale)}
          </span>
          <Button size="sm" variant="ghost" disabled={version === query.version} onClick={() => onShow(sql)}>
            {version === query.version ? "Now" : "Show"}
          </Button>
        </li>
      ))}
    </ol>
  );
}
