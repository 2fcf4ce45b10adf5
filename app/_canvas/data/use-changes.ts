import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { z } from "zod";
import { errorText, requestJson } from "@/app/_canvas/data/request-json";
import { keep } from "@/app/_canvas/data/use-edit-dashboard";
import { jsonBody, request } from "@/app/_session";
import { Change, Dashboard } from "@/lib/dashboards/schema";

const Changes = z.object({ changes: z.array(Change) });

/** The log of what was done in a thread or on a dashboard, newest first (C4). `tick` moves when there is more. */
export function useChanges(of: { thread?: string; dashboard?: string }, tick: string | number) {
  const query = new URLSearchParams(of).toString();
  return useQuery<Change[]>({
    queryKey: ["changes", query, tick],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => (await requestJson(Changes, `/api/changes?${query}`, { signal })).changes,
  });
}

/** Takes one change back, keeping what came after it (D4). */
export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const path = `/api/dashboards/${encodeURIComponent(change.subjectId)}/undo`;
      const response = await request(path, jsonBody("POST", { changeIds: [change.id] }));
      const body = z.union([Dashboard, z.object({ dashboard: Dashboard })]).safeParse(await response.json());
      if (body.success) keep(client, "dashboard" in body.data ? body.data.dashboard : body.data);
      else await client.invalidateQueries({ queryKey: ["dashboard", change.subjectId] });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["changes"] });
      toast.success("Taken back");
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

/** The newest change after a version: what a person has just done, to be able to take it back. */
export async function newestChange(dashboardId: string, since: number): Promise<Change | null> {
  const path = `/api/dashboards/${encodeURIComponent(dashboardId)}/changes?since=${since}`;
  return (await requestJson(Changes, path)).changes.toSorted((a, b) => b.version - a.version)[0] ?? null;
}
