import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { Target } from "@/app/_canvas/follow/follow";
import { newQueryId } from "@/app/_canvas/query/new-query";
import { variablesIn } from "@/app/_canvas/variables/variables-address";
import { useAgentContext } from "@/app/_session";
import { paramsOf } from "@/lib/dashboards/params";
import type { Dashboard } from "@/lib/dashboards/schema";

/** Tells the agents what the person looks at, so that "this chart" means the one on screen (C5). */
export function useCanvasContext(
  dashboard: Dashboard | null,
  selected: string | null,
  target: Target | null,
): void {
  const search = useSearchParams().toString();
  const value = useMemo(() => {
    const unsaved = target?.kind === "query" && target.id === newQueryId;
    if (!dashboard) return target && !unsaved ? { [target.kind]: { id: target.id } } : null;
    const widget = dashboard.widgets.find(({ id }) => id === selected);
    return {
      dashboard: { id: dashboard.id, version: dashboard.version, title: dashboard.title },
      selectedWidget: widget ? { id: widget.id, title: widget.title, kind: widget.kind } : null,
      variables: paramsOf(variablesIn(new URLSearchParams(search), dashboard.variables)),
    };
  }, [dashboard, selected, target, search]);
  useAgentContext("What the person looks at", value);
}
