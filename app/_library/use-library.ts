"use client";

import { useQuery } from "@tanstack/react-query";
import { requestJson } from "@/app/_session";
import type { DashboardEntry } from "@/lib/dashboards/schema";
import type { Query } from "@/lib/queries/schema";
import type { Source } from "@/lib/sources/schema";
import { type LibraryEntry, libraryOf } from "./entries";

/** All that has been made or connected, newest first; tables last. */
export function useLibrary() {
  return useQuery<LibraryEntry[]>({
    queryKey: ["library"],
    queryFn: async ({ signal }) => {
      const [{ dashboards }, { queries }, { sources }] = await Promise.all([
        requestJson<{ dashboards: DashboardEntry[] }>("/api/dashboards", { signal }),
        requestJson<{ queries: Query[] }>("/api/queries", { signal }),
        requestJson<{ sources: Source[] }>("/api/sources", { signal }),
      ]);
      return libraryOf(dashboards, queries, sources);
    },
  });
}
