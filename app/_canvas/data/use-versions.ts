import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { z } from "zod";
import { noteOwnEdit } from "@/app/_canvas/data/own-edits";
import { errorText, requestJson } from "@/app/_canvas/data/request-json";
import { settled } from "@/app/_canvas/data/settled";
import { keep } from "@/app/_canvas/data/use-edit-dashboard";
import { jsonBody } from "@/app/_session";
import { Dashboard } from "@/lib/dashboards/schema";
import { Author } from "@/lib/shared/author";

const Version = z.object({
  version: z.number().int(),
  at: z.string(),
  author: Author,
  summary: z.string(),
});
export type Version = z.infer<typeof Version>;
const Versions = z.object({ versions: z.array(Version) });
const pathOf = (id: string) => `/api/dashboards/${encodeURIComponent(id)}`;

/** Every version there was, newest first (D5). */
export function useVersions(id: string, newest: number) {
  return useQuery<Version[]>({
    queryKey: ["versions", id, newest],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      (await requestJson(Versions, `${pathOf(id)}/versions`, { signal })).versions,
  });
}

/** What a dashboard was at a version: it never changes any more (D5). */
export function useOldDashboard(id: string, version: number) {
  return useQuery<Dashboard>({
    ...settled,
    queryKey: ["old dashboard", id, version],
    placeholderData: (before) => (before?.id === id ? before : undefined),
    queryFn: ({ signal }) => requestJson(Dashboard, `${pathOf(id)}?version=${version}`, { signal }),
  });
}

/** Makes an earlier version the newest one (D5). */
export function useRestore(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) =>
      keep(client, await requestJson(Dashboard, `${pathOf(id)}/restore`, jsonBody("POST", { version }))),
    onSuccess: ({ version }, restored) => {
      noteOwnEdit(id, version);
      toast.success(`Version ${restored} is back`);
      void client.invalidateQueries({ queryKey: ["changes"] });
      void client.invalidateQueries({ queryKey: ["dashboards"] });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
