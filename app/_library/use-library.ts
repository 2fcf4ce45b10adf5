"use client";

import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { request } from "@/app/_session";
import { DashboardEntry } from "@/lib/dashboards/schema";
import { Query } from "@/lib/queries/schema";
import { Source } from "@/lib/sources/schema";
import { type LibraryEntry, libraryOf } from "./entries";

const Dashboards = z.object({ dashboards: z.array(DashboardEntry) });
const Queries = z.object({ queries: z.array(Query) });
const Sources = z.object({ sources: z.array(Source) });

/** All that has been made or connected, newest first; tables last. */
export function useLibrary() {
  return useQuery<LibraryEntry[]>({
    queryKey: ["library"],
    queryFn: async ({ signal }) => {
      const read = async (path: string) => (await request(path, { signal })).json();
      const [{ dashboards }, { queries }, { sources }] = await Promise.all([
        read("/api/dashboards").then(Dashboards.parse),
        read("/api/queries").then(Queries.parse),
        read("/api/sources").then(Sources.parse),
      ]);
      return libraryOf(dashboards, queries, sources);
    },
  });
}
