import { useQuery } from "@tanstack/react-query";
import { RequestError, request, useWorkspace } from "@/app/_session";
import type { Citation } from "./safe-link";

/** Whether what a text links to is there (C11). Undefined until that is known. */
export function useCited({ kind, id }: Citation): boolean | undefined {
  const { dashboards, queries } = useWorkspace();
  const known = id in dashboards || id in queries || kind === "source";
  const { data } = useQuery({
    queryKey: ["cited", kind, id],
    enabled: !known,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = kind === "board" ? "dashboards" : "queries";
      return request(`/api/${path}/${encodeURIComponent(id)}`, { signal }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RequestError && (error.status === 404 || error.status === 400)) return false;
          throw error;
        },
      );
    },
  });
  return known || data;
}
