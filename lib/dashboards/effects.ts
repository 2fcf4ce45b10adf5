import { z } from "zod";
import type { Effect, Mapper, PendingMapper, StateEffectCall } from "@/lib/agent/effect";
import { isJsonObject, type Json } from "@/lib/shared/json";
import { forget, logChange, noteDashboard, setFocus } from "@/lib/workspace/patches";
import { pendingWhile } from "@/lib/workspace/pending";
import { workspaceOf } from "@/lib/workspace/workspace-of";

const Result = z.object({ dashboard_id: z.string(), title: z.string(), version: z.number().int() });
const Touched = z.array(z.object({ widget_id: z.string(), title: z.string() }));
const PlotResult = Result.extend({ created: Touched });
const ChangeResult = Result.extend({ changed: Touched });
const UndoResult = Result.extend({ widgets: z.array(z.string()) });

type Noted = z.infer<typeof Result> & { widgets: string[] };

/** The widgets that the conversation knows a dashboard to have. */
function knownWidgets({ state }: StateEffectCall, dashboardId: string): string[] {
  const { dashboards } = workspaceOf(state);
  return Object.hasOwn(dashboards, dashboardId) ? (dashboards[dashboardId]?.widgets ?? []) : [];
}

/** Notes the dashboard, points at it and what was touched on it, and logs what was done. */
function leave(call: StateEffectCall, noted: Noted, summary: string, touched: string[]) {
  const { dashboard_id: id, title, version, widgets } = noted;
  const pointedOut = touched.filter((widget) => widgets.includes(widget));
  return [
    ...noteDashboard({ id, title, version: newest(call, id, version), widgets }),
    ...setFocus(call.state, {
      kind: "dashboard",
      id,
      ...(pointedOut.length > 0 && { widgets: pointedOut }),
    }),
    ...logChange(call.state, {
      agent: call.agent,
      summary,
      at: call.now.toISOString(),
      dashboard: id,
      ...(touched.length > 0 && { widgets: touched }),
    }),
  ];
}

/** Parallel calls may be noted in another order than they were written in. */
function newest({ state }: StateEffectCall, id: string, version: number): number {
  const { dashboards } = workspaceOf(state);
  return Math.max(version, Object.hasOwn(dashboards, id) ? (dashboards[id]?.version ?? 0) : 0);
}

const count = (n: number) => (n === 1 ? "1 widget" : `${n} widgets`);

const createDashboard: Mapper = (call) => {
  const result = Result.parse(call.result);
  return leave(call, { ...result, widgets: [] }, `Created “${result.title}”`, []);
};

const plotWidgets: Mapper = (call) => {
  const result = PlotResult.parse(call.result);
  const made = result.created.map((widget) => widget.widget_id);
  if (made.length === 0) return [];
  const widgets = Array.from(new Set([...knownWidgets(call, result.dashboard_id), ...made]));
  return leave(call, { ...result, widgets }, `Added ${count(made.length)} on “${result.title}”`, made);
};

/** For tools that change widgets which are there; those that the conversation didn't know of become known. */
const changeWidgets =
  (verb: string): Mapper =>
  (call) => {
    const result = ChangeResult.parse(call.result);
    const changed = result.changed.map((widget) => widget.widget_id);
    if (changed.length === 0) return [];
    const widgets = Array.from(new Set([...knownWidgets(call, result.dashboard_id), ...changed]));
    return leave(
      call,
      { ...result, widgets },
      `${verb} ${count(changed.length)} on “${result.title}”`,
      changed,
    );
  };

const removeWidgets: Mapper = (call) => {
  const result = ChangeResult.parse(call.result);
  const removed = result.changed.map((widget) => widget.widget_id);
  if (removed.length === 0) return [];
  const widgets = knownWidgets(call, result.dashboard_id).filter((id) => !removed.includes(id));
  return leave(
    call,
    { ...result, widgets },
    `Removed ${count(removed.length)} from “${result.title}”`,
    removed,
  );
};

const changeDashboard =
  (summary: (title: string) => string): Mapper =>
  (call) => {
    const result = Result.parse(call.result);
    const widgets = knownWidgets(call, result.dashboard_id);
    return leave(call, { ...result, widgets }, summary(result.title), []);
  };

const undoChanges: Mapper = (call) => {
  const result = UndoResult.parse(call.result);
  return leave(call, result, `Undid changes on “${result.title}”`, []);
};

const deleteDashboard: Mapper = (call) => {
  const { dashboard_id, title } = Result.parse(call.result);
  return [
    ...forget(call.state, "dashboards", dashboard_id),
    ...logChange(call.state, {
      agent: call.agent,
      summary: `Deleted “${title}”`,
      at: call.now.toISOString(),
      dashboard: dashboard_id,
    }),
  ];
};

/** What a success leaves in the workspace. Reading leaves nothing. */
export const dashboardEffects: Effect[] = [
  { tool: "dashboard___create_dashboard", mapper: createDashboard },
  { tool: "dashboard___plot_widgets", mapper: plotWidgets },
  { tool: "dashboard___update_widgets", mapper: changeWidgets("Changed") },
  { tool: "dashboard___move_widgets", mapper: changeWidgets("Moved") },
  { tool: "dashboard___remove_widgets", mapper: removeWidgets },
  { tool: "dashboard___update_dashboard", mapper: changeDashboard((title) => `Changed “${title}”`) },
  { tool: "dashboard___set_variables", mapper: changeDashboard((title) => `Set variables of “${title}”`) },
  { tool: "dashboard___undo_changes", mapper: undoChanges },
  { tool: "dashboard___delete_dashboard", mapper: deleteDashboard },
];

function widgetCount(input: Json): string {
  const widgets = isJsonObject(input) ? input.widgets : undefined;
  return count(Array.isArray(widgets) ? widgets.length : 0);
}

/** What shows as being at work (K2). */
export const dashboardPending: PendingMapper[] = [
  pendingWhile("dashboard___create_dashboard", () => "Creating a dashboard"),
  pendingWhile("dashboard___plot_widgets", (input) => `Plotting ${widgetCount(input)}`),
  pendingWhile("dashboard___update_widgets", (input) => `Changing ${widgetCount(input)}`),
  pendingWhile("dashboard___move_widgets", (input) => `Moving ${widgetCount(input)}`),
  pendingWhile("dashboard___remove_widgets", (input) => `Removing ${widgetCount(input)}`),
  pendingWhile("dashboard___update_dashboard", () => "Changing a dashboard"),
  pendingWhile("dashboard___set_variables", () => "Setting variables"),
  pendingWhile("dashboard___undo_changes", () => "Undoing changes"),
  pendingWhile("dashboard___delete_dashboard", () => "Deleting a dashboard"),
];
