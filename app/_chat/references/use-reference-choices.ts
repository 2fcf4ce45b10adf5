import { useQueries, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { request, useWorkspace } from "@/app/_session";
import { Dashboard } from "@/lib/dashboards/schema";
import { Query } from "@/lib/queries/schema";
import { Source } from "@/lib/sources/schema";
import type { Reference } from "@/lib/workspace/references";

const Dashboards = z.object({ dashboards: z.array(Dashboard.pick({ id: true, title: true })) });
const Queries = z.object({ queries: z.array(Query) });
const Sources = z.object({ sources: z.array(Source) });
/** Their widgets are offered: those of the conversation's newest dashboards. */
const mostBoards = 6;

async function read<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal): Promise<T> {
  return schema.parse(await (await request(path, { signal })).json());
}

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
        read(Dashboard, `/api/dashboards/${encodeURIComponent(id)}`, signal),
    })),
  });
  const all = useQuery({
    queryKey: ["references"],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const [{ dashboards }, { queries }, { sources }] = await Promise.all([
        read(Dashboards, "/api/dashboards", signal),
        read(Queries, "/api/queries", signal),
        read(Sources, "/api/sources", signal),
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
