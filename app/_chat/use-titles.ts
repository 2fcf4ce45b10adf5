import { useWorkspace } from "@/app/_session";

/** Titles by id, as far as the workspace knows them. */
export function useTitles(): (id: string) => string | undefined {
  const { dashboards, queries, sources } = useWorkspace();
  return (id) => (dashboards[id] ?? queries[id] ?? sources[id])?.title;
}
