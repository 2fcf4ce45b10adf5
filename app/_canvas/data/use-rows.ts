import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { WidgetRows } from "@/app/_canvas/charts/widget-face";
import { errorText } from "@/app/_canvas/data/error-text";
import { createRowsBatch, RowsError, type WidgetData } from "@/app/_canvas/data/rows-batch";
import { settled } from "@/app/_canvas/data/settled";
import { useSavedQuery } from "@/app/_canvas/data/use-queries";
import { useSources } from "@/app/_canvas/data/use-sources";
import { usedParams } from "@/app/_canvas/data/used-params";
import { jsonBody, request } from "@/app/_session";
import type { Widget } from "@/lib/dashboards/schema";
import type { Query } from "@/lib/queries/schema";
import type { Params, Source } from "@/lib/sources/schema";

const loadRows = createRowsBatch(
  async (body, signal) => {
    const response = await request("/api/rows", { ...jsonBody("POST", body), signal });
    if (!response.body) throw new Error("The server sent no rows.");
    return response.body;
  },
  // A task, not a microtask: widgets that mount in one commit ask one after another.
  (run) => setTimeout(run, 0),
);

/** What a widget's rows were asked with (C11). */
export type RowsOrigin = { query: Query; source: Source | undefined; params: Params };

export type WidgetRowsQuery = WidgetRows & {
  updating: boolean;
  refresh: () => void;
  origin: RowsOrigin | null;
  /** Why the rows in sight are older than what was asked for. */
  stale: string | null;
};

/**
 * A widget's rows. Asked again when its query, the variables or the source's data change; the old ones stay in sight
 * meanwhile.
 */
export function useWidgetRows(dashboardId: string, widget: Widget, params: Params): WidgetRowsQuery {
  const queryId = widget.kind === "text" ? undefined : widget.queryId;
  return useRows({ dashboardId, queryId, widgetId: widget.id, params });
}

export function useRows(ask: {
  dashboardId?: string;
  queryId: string | undefined;
  widgetId?: string;
  params: Params;
}): WidgetRowsQuery {
  const { queryId, widgetId, params } = ask;
  const query = useSavedQuery(queryId);
  const sources = useSources();
  const source = sources.data?.find(({ id }) => id === query.data?.sourceId);
  const generation = source?.generation ?? 0;
  const named = query.data ? usedParams(query.data.sql, params) : params;
  const found = useQuery<WidgetData>({
    ...settled,
    // A database that didn't answer once may the second time; a query that doesn't run won't.
    retry: (count, error) => count < 1 && !(error instanceof RowsError),
    queryKey: ["rows", queryId, query.data?.version ?? 0, generation, named],
    enabled: queryId !== undefined && !query.isPending && !sources.isPending,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      loadRows(
        {
          dashboardId: ask.dashboardId,
          item: { queryId: queryId ?? "", params: named, ...(widgetId ? { widgetId } : {}) },
        },
        signal,
      ),
  });
  const last = useRef<{ queryId: string | undefined; data: WidgetData } | null>(null);
  if (found.data && !found.isPlaceholderData) last.current = { queryId, data: found.data };
  const kept = last.current && last.current.queryId === queryId ? last.current.data : undefined;
  const shared = {
    updating: found.isFetching && (found.data ?? kept) !== undefined,
    refresh: () => void found.refetch(),
    origin: query.data ? { query: query.data, source, params: { ...query.data.params, ...named } } : null,
    stale: null,
  };
  if (query.error) return { status: "failed", message: errorText(query.error), ...shared };
  if (found.error && !found.isFetching) {
    const message = errorText(found.error);
    if (!kept) return { status: "failed", message, ...shared };
    // Old rows that say so are worth more than none.
    return { status: "ready", ...kept, ...shared, stale: `These rows are older: ${message}` };
  }
  if (!found.data) return { status: "loading", ...shared };
  return { status: "ready", ...found.data, ...shared };
}
