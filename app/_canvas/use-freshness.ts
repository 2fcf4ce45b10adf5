import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { noteVersion } from "@/app/_canvas/data/known-versions";
import { useRemoteChanges } from "@/app/_session";
import type { Workspace } from "@/lib/workspace/schema";

/**
 * Has read again what others and agents changed: dashboards by their version, queries and sources as the workspace or a
 * change says so. The number rises with each change heard of.
 */
export function useFreshness({ queries, sources, changes }: Workspace): number {
  const client = useQueryClient();
  const [heard, setHeard] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may concern a query's text alone.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["queries"] });
    void client.invalidateQueries({ queryKey: ["query"] });
  }, [client, queries, changes]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is who says so.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["sources"] });
  }, [client, sources]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is who says so.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["dashboards"] });
  }, [client, changes]);

  useRemoteChanges((change) => {
    setHeard((count) => count + 1);
    if (change.subject === "dashboard") {
      noteVersion(change.subjectId, change.version);
      void client.invalidateQueries({ queryKey: ["dashboards"] });
    } else if (change.subject === "query") {
      void client.invalidateQueries({ queryKey: ["queries"] });
      void client.invalidateQueries({ queryKey: ["query", change.subjectId] });
    } else {
      void client.invalidateQueries({ queryKey: [change.subject === "source" ? "sources" : "knowledge"] });
    }
  });
  return heard;
}
