import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "@/app/_canvas/data/error-text";
import { fileName } from "@/app/_canvas/data/export-csv";
import { saveFile } from "@/app/_canvas/data/save-file";
import { keep } from "@/app/_canvas/data/use-edit-dashboard";
import { jsonBody, request, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Dashboard, DashboardFile, TrashEntry } from "@/lib/dashboards/schema";
import { isJsonObject } from "@/lib/shared/json";

const pathOf = (id: string) => `/api/dashboards/${encodeURIComponent(id)}`;

/** New ones, copies, files and the trash (C7, D10, D13). `onMade` is told of a dashboard that has come to be. */
export function useKeeping(onMade: (dashboard: Dashboard) => void) {
  const client = useQueryClient();
  const onError = (error: unknown) => toast.error(errorText(error));
  const made = (dashboard: Dashboard, told: string) => {
    keep(client, dashboard);
    void client.invalidateQueries({ queryKey: ["dashboards"] });
    void client.invalidateQueries({ queryKey: ["trash"] });
    void client.invalidateQueries({ queryKey: ["queries"] });
    toast.success(told);
    onMade(dashboard);
  };
  const create = useMutation({
    mutationFn: ({ report }: { report: boolean }) =>
      requestJson<Dashboard>(
        "/api/dashboards",
        jsonBody("POST", { title: report ? "Untitled report" : "Untitled dashboard", report }),
      ),
    onSuccess: (dashboard) => made(dashboard, `“${dashboard.title}” is made`),
    onError,
  });
  const duplicate = useMutation({
    mutationFn: (id: string) => requestJson<Dashboard>(`${pathOf(id)}/duplicate`, { method: "POST" }),
    onSuccess: (copy) => made(copy, `“${copy.title}” is made`),
    onError,
  });
  const recover = useMutation({
    mutationFn: (id: string) => requestJson<Dashboard>(`${pathOf(id)}/recover`, { method: "POST" }),
    onSuccess: (back) => made(back, `“${back.title}” is back`),
    onError,
  });
  const importFile = useMutation({
    mutationFn: async (file: File) => {
      const saved = await file.text().then(asJson);
      // The server looks at the rest.
      if (!isJsonObject(saved) || saved.kaboo !== "dashboard")
        throw new Error(`${file.name} is not a dashboard saved from here.`);
      return requestJson<Dashboard>("/api/dashboards/import", jsonBody("POST", saved));
    },
    onSuccess: (dashboard) => made(dashboard, `“${dashboard.title}” is imported`),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number; title: string }) =>
      request(pathOf(id), { method: "DELETE", headers: { "if-match": `"${version}"` } }),
    onSuccess: (_, { id, title }) => {
      void client.invalidateQueries({ queryKey: ["dashboards"] });
      void client.invalidateQueries({ queryKey: ["trash"] });
      client.removeQueries({ queryKey: ["dashboard", id] });
      toast(`“${title}” is in the trash`, {
        action: { label: "Restore", onClick: () => recover.mutate(id) },
      });
    },
    onError,
  });
  const exportFile = useMutation({
    mutationFn: async ({ id, title }: { id: string; title: string }) => {
      const file = await requestJson<DashboardFile>(`${pathOf(id)}/export`);
      const text = JSON.stringify(file, null, 2);
      saveFile(fileName(title, "json"), new Blob([text], { type: "application/json" }));
    },
    onError,
  });
  return { create, duplicate, recover, importFile, remove, exportFile };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON at all: told like any other file that isn't a dashboard.
    return null;
  }
}

/** What was deleted in the last 30 days. */
export function useTrash() {
  return useQuery<TrashEntry[]>({
    queryKey: ["trash"],
    queryFn: async ({ signal }) =>
      (await requestJson<{ dashboards: TrashEntry[] }>("/api/dashboards/trash", { signal })).dashboards,
  });
}
