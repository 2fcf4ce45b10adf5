import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { settled } from "@/app/_canvas/data/settled";
import { jsonBody, requestJson } from "@/app/_session";
import type { Query, QueryEdit } from "@/lib/queries/schema";

/** One saved query, from the list the page has when it is there: a dashboard of 50 widgets asks once. */
export function useSavedQuery(id: string | undefined) {
  const list = useSavedQueries();
  const listed = list.data?.find((query) => query.id === id);
  const alone = useQuery({
    ...settled,
    queryKey: ["query", id],
    enabled: id !== undefined && !list.isPending && !listed,
    queryFn: ({ signal }) => requestJson<Query>(`/api/queries/${encodeURIComponent(id ?? "")}`, { signal }),
  });
  const data = listed ?? alone.data;
  return {
    data,
    isPending: id !== undefined && !data && (list.isPending || alone.isPending),
    error: data ? null : alone.error,
    refetch: alone.refetch,
  };
}

export function useSavedQueries() {
  return useQuery({
    ...settled,
    queryKey: ["queries"],
    queryFn: async ({ signal }) =>
      (await requestJson<{ queries: Query[] }>("/api/queries", { signal })).queries,
  });
}

/** Saves an edit of a query's text or title; every widget on it asks for its rows again. */
export function useSaveQuery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ query, edit }: { query: Query; edit: QueryEdit }) =>
      requestJson<Query>(
        `/api/queries/${encodeURIComponent(query.id)}`,
        jsonBody("PATCH", edit, { "if-match": `"${query.version}"` }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(["query", saved.id], saved);
      client.setQueryData<Query[]>(["queries"], (all) =>
        all?.map((each) => (each.id === saved.id ? saved : each)),
      );
    },
  });
}
