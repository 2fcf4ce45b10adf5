import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { request } from "@/app/_session";
import { Source } from "@/lib/sources/schema";

const Sources = z.object({ sources: z.array(Source) });

/** What data there is, for questions made of it. */
export function useSources() {
  return useQuery({
    queryKey: ["sources"],
    queryFn: async ({ signal }) =>
      Sources.parse(await (await request("/api/sources", { signal })).json()).sources,
  });
}
