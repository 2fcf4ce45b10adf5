import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "@/app/_canvas/data/error-text";
import { noteOwnEdit } from "@/app/_canvas/data/own-edits";
import { settled } from "@/app/_canvas/data/settled";
import { keep } from "@/app/_canvas/data/use-edit-dashboard";
import { jsonBody, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Dashboard } from "@/lib/dashboards/schema";
import type { Author } from "@/lib/shared/author";

export type Version = { version: number; at: string; author: Author; summary: string };
const pathOf = (id: string) => `/api/dashboards/${encodeURIComponent(id)}`;

/** Every version there was, newest first (D5). */
export function useVersions(id: string, newest: number) {
  return useQuery<Version[]>({
    queryKey: ["versions", id, newest],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      (await requestJson<{ versions: Version[] }>(`${pathOf(id)}/versions`, { signal })).versions,
  });
}

/** What a dashboard was at a version: it never changes any more (D5). */
export function useOldDashboard(id: string, version: number) {
  return useQuery<Dashboard>({
    ...settled,
    queryKey: ["old dashboard", id, version],
    placeholderData: (before) => (before?.id === id ? before : undefined),
    queryFn: ({ signal }) => requestJson<Dashboard>(`${pathOf(id)}?version=${version}`, { signal }),
  });
}

/** Makes an earlier version the newest one (D5). */
export function useRestore(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) =>
      keep(client, await requestJson<Dashboard>(`${pathOf(id)}/restore`, jsonBody("POST", { version }))),
    onSuccess: ({ version }, restored) => {
      noteOwnEdit(id, version);
      toast.success(`Version ${restored} is back`);
      void client.invalidateQueries({ queryKey: ["changes"] });
      void client.invalidateQueries({ queryKey: ["dashboards"] });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
