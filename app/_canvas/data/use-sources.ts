import { useQuery } from "@tanstack/react-query";
import { requestJson } from "@/app/_session";
import type { Source } from "@/lib/sources/schema";

/** Where rows come from, with each source's generation: it rises when its data changes. */
export function useSources() {
  return useQuery({
    queryKey: ["sources", "canvas"],
    queryFn: async ({ signal }) =>
      (await requestJson<{ sources: Source[] }>("/api/sources", { signal })).sources,
  });
}
