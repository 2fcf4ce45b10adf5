import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteVersion, useKnownVersion } from "@/app/_canvas/data/known-versions";
import { settled } from "@/app/_canvas/data/settled";
import { requestJson } from "@/app/_session";
import type { Dashboard, DashboardEntry } from "@/lib/dashboards/schema";

export const dashboardKey = (id: string, version: number) => ["dashboard", id, version];

/**
 * A dashboard by id and version (D1). The version asked for is the newest heard of; the one before stays in sight until
 * it has come.
 */
export function useDashboard(id: string, version = 0) {
  const wanted = Math.max(version, useKnownVersion(id));
  const found = useQuery<Dashboard>({
    ...settled,
    queryKey: dashboardKey(id, wanted),
    placeholderData: (before) => (before?.id === id ? before : undefined),
    queryFn: async ({ signal, client }) => {
      const got = await requestJson<Dashboard>(`/api/dashboards/${encodeURIComponent(id)}`, { signal });
      // It is asked for by its own version next: it must not be fetched again for that.
      client.setQueryData(dashboardKey(id, got.version), got);
      return got;
    },
  });
  const got = found.isPlaceholderData ? undefined : found.data;
  useEffect(() => {
    if (got) noteVersion(got.id, Math.max(got.version, wanted));
  }, [got, wanted]);
  return { ...found, wanted };
}

export function useDashboards() {
  return useQuery({
    queryKey: ["dashboards"],
    queryFn: async ({ signal }) =>
      (await requestJson<{ dashboards: DashboardEntry[] }>("/api/dashboards", { signal })).dashboards,
  });
}
