import { jsonBody } from "@/app/_session";
import type { Dashboard, DashboardEdit, NewWidget, Widget, WidgetEdit } from "@/lib/dashboards/schema";

/** What a person can do to a dashboard (C7). */
export type Edit =
  | { kind: "dashboard"; edit: DashboardEdit }
  | { kind: "widget"; widgetId: string; edit: WidgetEdit }
  | { kind: "add"; widget: NewWidget }
  | { kind: "remove"; widgetId: string };

/** The dashboard as it will be, shown before the server has answered. What only the server can tell is left as it was. */
export function applyEdit(dashboard: Dashboard, edit: Edit): Dashboard {
  switch (edit.kind) {
    case "dashboard": {
      const {
        title = dashboard.title,
        description = dashboard.description,
        variables = dashboard.variables,
      } = edit.edit;
      return { ...dashboard, title, description, variables };
    }
    case "widget":
      return {
        ...dashboard,
        widgets: dashboard.widgets.map((widget) =>
          widget.id === edit.widgetId ? editedWidget(widget, edit.edit) : widget,
        ),
      };
    case "remove":
      return { ...dashboard, widgets: dashboard.widgets.filter((widget) => widget.id !== edit.widgetId) };
    case "add":
      return dashboard;
    default:
      return edit satisfies never;
  }
}

/** Titles, places and texts show at once. A new kind or spec waits for the server, which checks them together. */
function editedWidget(widget: Widget, { title = widget.title, layout, text }: WidgetEdit): Widget {
  const placed = layout ? { layout, placedBy: "person" as const } : {};
  if (widget.kind === "text") return { ...widget, ...placed, title, text: text ?? widget.text };
  return { ...widget, ...placed, title };
}

/** An edit as a request; a version older than the server's still merges when it touches other fields (D3). */
export function requestOf(
  dashboardId: string,
  version: number,
  edit: Edit,
): [path: string, init: RequestInit] {
  const path = `/api/dashboards/${encodeURIComponent(dashboardId)}`;
  const match = { "if-match": `"${version}"` };
  switch (edit.kind) {
    case "dashboard":
      return [path, jsonBody("PATCH", edit.edit, match)];
    case "widget":
      return [`${path}/widgets/${encodeURIComponent(edit.widgetId)}`, jsonBody("PATCH", edit.edit, match)];
    case "add":
      return [`${path}/widgets`, jsonBody("POST", edit.widget, match)];
    case "remove":
      return [`${path}/widgets/${encodeURIComponent(edit.widgetId)}`, { method: "DELETE", headers: match }];
    default:
      return edit satisfies never;
  }
}
