import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { requestJson } from "@/app/_canvas/data/request-json";
import { Source } from "@/lib/sources/schema";

const Sources = z.object({ sources: z.array(Source) });

/** Where rows come from, with each source's generation: it rises when its data changes. */
export function useSources() {
  return useQuery({
    queryKey: ["sources", "canvas"],
    queryFn: async ({ signal }) => (await requestJson(Sources, "/api/sources", { signal })).sources,
  });
}
