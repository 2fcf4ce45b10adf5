import { quoteData } from "@/lib/agent/text-for-model";
import type { ToolCall, ToolResult } from "@/lib/agent/tool";
import { type Actor, agentOf } from "@/lib/changes/actor";
import { renderTitle, renderWidget } from "@/lib/dashboards/render";
import type { Dashboard, Widget } from "@/lib/dashboards/schema";
import type { WidgetsResult } from "@/lib/dashboards/service";
import type { AppError } from "@/lib/shared/app-error";
import { shownVersion } from "@/lib/workspace/shown-version";
import { workspaceOf } from "@/lib/workspace/workspace-of";

/**
 * The agent as a writer, with what its prompt showed as its base (D3): the version it names, else the one its view
 * showed, else the one the workspace does.
 */
export function writer(call: ToolCall, dashboardId: string, expected: number | undefined): Actor {
  const { dashboards } = workspaceOf(call.state);
  const noted = Object.hasOwn(dashboards, dashboardId) ? dashboards[dashboardId]?.version : undefined;
  return agentOf(call, expected ?? shownVersion(call.marks.dashboards, dashboardId) ?? noted);
}

export function dashboardResult({ id, title, version }: Dashboard) {
  return { dashboard_id: id, title, version };
}

export function widgetsById({ widgets }: Dashboard, ids: readonly string[]): Widget[] {
  return ids.flatMap((id) => widgets.find((widget) => widget.id === id) ?? []);
}

/** A reason a model can act on. Rethrows what nobody can. */
export function reasonOf(error: AppError): string {
  if (error.code === "internal" || error.code === "cancelled") throw error;
  return error.message;
}

/** Prose and data of a call that changed widgets: what was done, and what was not and why. */
export function changedResult<T>(
  { dashboard, done, failed }: WidgetsResult<T>,
  verb: string,
  idOf: (input: T) => string,
  titles: ReadonlyMap<string, string>,
): ToolResult {
  const known = new Map([
    ...titles,
    ...dashboard.widgets.map((widget) => [widget.id, widget.title] as const),
  ]);
  const changed = done.map((id) => ({ widget_id: id, title: known.get(id) ?? "" }));
  const failures = failed.map(({ input, error }) => ({ widget_id: idOf(input), error: reasonOf(error) }));
  const now = new Map(dashboard.widgets.map((widget) => [widget.id, widget]));
  const text = [
    `${renderTitle(dashboard)}.`,
    ...changed.map(({ widget_id, title }) => {
      const widget = now.get(widget_id);
      return `${verb} ${widget ? renderWidget(widget) : `${widget_id} ${quoteData(title)}`}.`;
    }),
    ...failures.map(({ widget_id, error }) => `Failed: ${widget_id}: ${error}`),
  ].join("\n");
  return {
    text,
    structured: { ...dashboardResult(dashboard), changed, failed: failures },
    isError: changed.length === 0,
  };
}
