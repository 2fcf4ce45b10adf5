import { useQuery } from "@tanstack/react-query";
import { requestJson } from "@/app/_session";
import type { Source } from "@/lib/sources/schema";

/** What data there is, for questions made of it. */
export function useSources() {
  return useQuery({
    queryKey: ["sources"],
    queryFn: async ({ signal }) =>
      (await requestJson<{ sources: Source[] }>("/api/sources", { signal })).sources,
  });
}
