import { useWorkspace } from "@/app/_session";
import { groupNames } from "@/lib/workspace/schema";

/** Titles by id, as far as the workspace knows them. */
export function useTitles(): (id: string) => string | undefined {
  const workspace = useWorkspace();
  return (id) => groupNames.map((group) => workspace[group][id]?.title).find((title) => title !== undefined);
}
