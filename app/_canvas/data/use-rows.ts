import { useQuery } from "@tanstack/react-query";
import type { WidgetRows } from "@/app/_canvas/charts/widget-face";
import { errorText } from "@/app/_canvas/data/request-json";
import { createRowsBatch, type WidgetData } from "@/app/_canvas/data/rows-batch";
import { settled } from "@/app/_canvas/data/settled";
import { useSavedQuery } from "@/app/_canvas/data/use-queries";
import { useSources } from "@/app/_canvas/data/use-sources";
import { jsonBody, request } from "@/app/_session";
import type { Widget } from "@/lib/dashboards/schema";
import type { Params } from "@/lib/sources/schema";

const loadRows = createRowsBatch(
  async (body, signal) => {
    const response = await request("/api/rows", { ...jsonBody("POST", body), signal });
    if (!response.body) throw new Error("The server sent no rows.");
    return response.body;
  },
  // A task, not a microtask: widgets that mount in one commit ask one after another.
  (run) => setTimeout(run, 0),
);

export type WidgetRowsQuery = WidgetRows & { updating: boolean; refresh: () => void };

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
  const generation = sources.data?.find(({ id }) => id === query.data?.sourceId)?.generation ?? 0;
  const named = query.data ? usedParams(query.data.sql, params) : params;
  const found = useQuery<WidgetData>({
    ...settled,
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
  const refresh = () => void found.refetch();
  const updating = found.isFetching && found.data !== undefined;
  if (query.error) return { status: "failed", message: errorText(query.error), updating, refresh };
  if (found.error && !found.isFetching)
    return { status: "failed", message: errorText(found.error), updating, refresh };
  if (!found.data) return { status: "loading", updating, refresh };
  return { status: "ready", ...found.data, updating, refresh };
}

/** Only the variables a query names: another one's change must not ask for its rows again. */
export function usedParams(sql: string, params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => new RegExp(`\\$${name}(?![A-Za-z0-9_])`).test(sql)),
  );
}
