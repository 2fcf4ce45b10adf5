import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import { renderTitle, renderWidget } from "@/lib/dashboards/render";
import type { Dashboards } from "@/lib/dashboards/service";
import {
  DashboardId,
  ExpectedVersion,
  NewWidgetInput,
  WidgetEditInput,
  WidgetMoveInput,
  widgetChange,
  widgetInput,
  widgetMove,
} from "@/lib/dashboards/tools/tool-input";
import {
  changedResult,
  dashboardResult,
  reasonOf,
  widgetsById,
  writer,
} from "@/lib/dashboards/tools/tool-results";

const mostWidgets = 40;

const named = <S extends z.ZodType>(widget: S) =>
  z.strictObject({
    dashboard_id: DashboardId,
    widgets: z.array(widget).min(1).max(mostWidgets),
    expected_version: ExpectedVersion,
  });

/** Tools that name widgets. Each says what was done and what was not (X1). */
export function createWidgetTools(dashboards: Dashboards): Tool[] {
  return [
    defineTool({
      name: "dashboard___plot_widgets",
      description:
        "Adds widgets to a dashboard, several at once, numbers first. Each is placed where there is room; nothing there moves.",
      input: z.strictObject({
        dashboard_id: DashboardId,
        widgets: z.array(NewWidgetInput).min(1).max(mostWidgets),
      }),
      async run({ dashboard_id, widgets }, call) {
        const actor = writer(call, dashboard_id, undefined);
        const result = await dashboards.addWidgets(actor, dashboard_id, widgets.map(widgetInput));
        const made = widgetsById(result.dashboard, result.done);
        const failed = result.failed.map(({ input, error }) => ({
          title: input.title,
          error: reasonOf(error),
        }));
        const text = [
          `${renderTitle(result.dashboard)}.`,
          ...made.map((widget) => `Plotted ${renderWidget(widget)}.`),
          ...failed.map(({ title, error }) => `Failed: ${quoteData(title)}: ${error}`),
        ].join("\n");
        const created = made.map(({ id, title, kind }) => ({ widget_id: id, title, kind }));
        return {
          text,
          structured: { ...dashboardResult(result.dashboard), created, failed },
          isError: created.length === 0,
        };
      },
    }),
    defineTool({
      name: "dashboard___update_widgets",
      description: "Changes widgets: title, kind, query, spec, text. What is not named stays as it is.",
      input: named(WidgetEditInput),
      async run({ dashboard_id, widgets, expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const result = await dashboards.updateWidgets(actor, dashboard_id, widgets.map(widgetChange));
        return changedResult(result, "Changed", (input) => input.widgetId, new Map());
      },
    }),
    defineTool({
      name: "dashboard___move_widgets",
      description:
        "Moves and sizes widgets on the grid: 12 columns, x from 0, y in rows of 40 px from the top, w and h likewise. A place must be free at the end of the call.",
      input: named(WidgetMoveInput),
      async run({ dashboard_id, widgets, expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const { widgets: now } = await dashboards.get(call.ownerId, dashboard_id);
        const moves = widgets.map((move) => widgetMove(move, now));
        const result = await dashboards.updateWidgets(actor, dashboard_id, moves);
        return changedResult(result, "Moved", (input) => input.widgetId, new Map());
      },
    }),
    defineTool({
      name: "dashboard___remove_widgets",
      description: "Takes widgets off a dashboard; the others stay where they are.",
      input: named(z.strictObject({ widget_id: z.string() })),
      async run({ dashboard_id, widgets, expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const ids = widgets.map((widget) => widget.widget_id);
        const result = await dashboards.removeWidgets(actor, dashboard_id, ids);
        return changedResult(result, "Removed", (input) => input, result.titles);
      },
    }),
  ];
}
