import { useQueries, useQuery } from "@tanstack/react-query";
import { requestJson, useWorkspace } from "@/app/_session";
import type { Dashboard, DashboardEntry } from "@/lib/dashboards/schema";
import type { Query } from "@/lib/queries/schema";
import type { Source } from "@/lib/sources/schema";
import type { Reference } from "@/lib/workspace/references";

/** Their widgets are offered: those of the conversation's newest dashboards. */
const mostBoards = 6;

/** All that can be referred to, read when somebody is about to. */
export function useReferenceChoices(wanted: boolean): { choices: Reference[]; isPending: boolean } {
  const workspace = useWorkspace();
  const boardIds = Object.keys(workspace.dashboards).reverse().slice(0, mostBoards);
  const boards = useQueries({
    queries: boardIds.map((id) => ({
      queryKey: ["references", "board", id, workspace.dashboards[id]?.version],
      enabled: wanted,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestJson<Dashboard>(`/api/dashboards/${encodeURIComponent(id)}`, { signal }),
    })),
  });
  const all = useQuery({
    queryKey: ["references"],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const [{ dashboards }, { queries }, { sources }] = await Promise.all([
        requestJson<{ dashboards: DashboardEntry[] }>("/api/dashboards", { signal }),
        requestJson<{ queries: Query[] }>("/api/queries", { signal }),
        requestJson<{ sources: Source[] }>("/api/sources", { signal }),
      ]);
      return { dashboards, queries, sources };
    },
  });
  const { dashboards = [], queries = [], sources = [] } = all.data ?? {};
  const known = (id: string) => Number(id in workspace.dashboards || id in workspace.queries);
  const choices: Reference[] = [
    ...dashboards.map(({ id, title }) => ({ kind: "dashboard" as const, id, title })),
    ...boards.flatMap(({ data }) =>
      (data?.widgets ?? []).map(({ id, title }) => ({
        kind: "widget" as const,
        id,
        title,
        dashboardId: data?.id ?? "",
      })),
    ),
    ...queries.map(({ id, title }) => ({ kind: "query" as const, id, title })),
    ...sources.flatMap(({ id: sourceId, tables }) =>
      tables.map(({ name }) => ({ kind: "table" as const, id: name, title: name, sourceId })),
    ),
  ];
  return { choices: choices.toSorted((a, b) => known(b.id) - known(a.id)), isPending: all.isPending };
}
