import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import { agentOf } from "@/lib/changes/actor";
import { renderChange } from "@/lib/changes/render-changes";
import { renderDashboard, renderTitle, renderVariable } from "@/lib/dashboards/render";
import type { Dashboards } from "@/lib/dashboards/service";
import {
  DashboardId,
  ExpectedVersion,
  VariableInput,
  variableMembers,
  variableOf,
} from "@/lib/dashboards/tools/tool-input";
import { dashboardResult, writer } from "@/lib/dashboards/tools/tool-results";
import { withVariables } from "@/lib/dashboards/variables";

const Title = z.string().trim().min(1).max(200);
const Description = z.string().max(2_000);

/** As many of the newest changes are told by their ids, so that they can be undone. */
const shownChanges = 5;

/** Tools that name a dashboard (X1). */
export function createDashboardTools(dashboards: Dashboards): Tool[] {
  return [
    defineTool({
      name: "dashboard___create_dashboard",
      description:
        "Makes an empty dashboard, or with report a page to read from top to bottom. Plot widgets on it next.",
      input: z.strictObject({
        title: Title,
        description: Description.optional(),
        variables: z.array(VariableInput).max(30).optional(),
        report: z.boolean().optional(),
      }),
      async run({ title, description, variables, report }, call) {
        const dashboard = await dashboards.create(agentOf(call), {
          title,
          ...(description !== undefined && { description }),
          ...(report !== undefined && { report }),
          ...(variables && { variables: variables.map(variableMembers).map(variableOf) }),
        });
        return { text: `Created ${renderTitle(dashboard)}.`, structured: dashboardResult(dashboard) };
      },
    }),
    defineTool({
      name: "dashboard___list_dashboards",
      description: "Lists every dashboard. The prompt shows the ones that matter already.",
      input: z.strictObject({}),
      async run(_, { ownerId }) {
        const all = await dashboards.list(ownerId);
        const lines = all.map(
          (each) => `${renderTitle({ ...each, report: false })}, ${each.widgetCount} widgets`,
        );
        const structured = {
          dashboards: all.map(({ id, title, version, widgetCount }) => ({
            dashboard_id: id,
            title,
            version,
            widgets: widgetCount,
          })),
        };
        return { text: lines.join("\n") || "There are no dashboards yet.", structured };
      },
    }),
    defineTool({
      name: "dashboard___get_dashboard",
      description: "One dashboard as it is now, with its variables, its widgets and its newest changes.",
      input: z.strictObject({ dashboard_id: DashboardId }),
      async run({ dashboard_id }, { ownerId }) {
        const dashboard = await dashboards.get(ownerId, dashboard_id);
        const newest = await dashboards.changesSince(ownerId, dashboard_id, dashboard.version - shownChanges);
        const structured = {
          ...dashboardResult(dashboard),
          description: dashboard.description,
          report: dashboard.report,
          variables: dashboard.variables.map((variable) =>
            variable.kind === "query_choice"
              ? {
                  name: variable.name,
                  kind: variable.kind,
                  query_id: variable.queryId,
                  value: variable.value,
                }
              : { ...variable },
          ),
          widgets: dashboard.widgets.map((widget) => ({
            widget_id: widget.id,
            title: widget.title,
            kind: widget.kind,
            ...(widget.kind === "text"
              ? { text: widget.text }
              : { query_id: widget.queryId, spec: widget.spec }),
            layout: widget.layout,
            placed_by: widget.placedBy,
          })),
          changes: newest.map(({ id, author, summary, undone }) => ({
            change_id: id,
            by: author.kind === "person" ? "person" : author.name,
            summary,
            undone,
          })),
        };
        const changes = newest.map(
          (change) => `  ${renderChange(change)}${change.undone ? " (undone)" : ""}`,
        );
        const text = [renderDashboard(dashboard), "Newest changes:", ...changes].join("\n");
        return { text, structured: z.json().parse(structured) };
      },
    }),
    defineTool({
      name: "dashboard___update_dashboard",
      description: "Renames a dashboard or changes its description.",
      input: z.strictObject({
        dashboard_id: DashboardId,
        title: Title.optional(),
        description: Description.optional(),
        expected_version: ExpectedVersion,
      }),
      async run({ dashboard_id, title, description, expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const dashboard = await dashboards.update(actor, dashboard_id, {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
        });
        return { text: `Changed: ${renderTitle(dashboard)}.`, structured: dashboardResult(dashboard) };
      },
    }),
    defineTool({
      name: "dashboard___set_variables",
      description:
        "Sets a dashboard's variables. { name, value } gives one that is there a new value; with kind it adds or replaces one. A query names it as $name (a date range as $name_from and $name_to).",
      input: z.strictObject({
        dashboard_id: DashboardId,
        variables: z.array(VariableInput).max(30),
        remove: z.array(z.string()).optional().describe("Names of variables to take out."),
        expected_version: ExpectedVersion,
      }),
      async run({ dashboard_id, variables, remove = [], expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const set = variables.map(variableMembers);
        const dashboard = await dashboards.setVariables(actor, dashboard_id, (now) =>
          withVariables(now, { set, remove }).map(variableOf),
        );
        const lines = dashboard.variables.map(renderVariable);
        const structured = {
          ...dashboardResult(dashboard),
          variables: dashboard.variables.map(({ name, value }) => ({ name, value })),
        };
        return { text: [`${renderTitle(dashboard)}.`, ...lines].join("\n"), structured };
      },
    }),
    defineTool({
      name: "dashboard___delete_dashboard",
      description: "Deletes a dashboard. It can be undone.",
      input: z.strictObject({ dashboard_id: DashboardId, expected_version: ExpectedVersion }),
      async run({ dashboard_id, expected_version }, call) {
        const actor = writer(call, dashboard_id, expected_version);
        const deleted = await dashboards.remove(actor, dashboard_id);
        return {
          text: `Deleted ${dashboard_id} ${quoteData(deleted.title)}.`,
          structured: { ...dashboardResult(deleted), deleted: true },
        };
      },
    }),
    defineTool({
      name: "dashboard___undo_changes",
      description: "Takes back changes of a dashboard by their ids (ch_…), keeping what others did later.",
      input: z.strictObject({ dashboard_id: DashboardId, change_ids: z.array(z.string()).min(1).max(200) }),
      async run({ dashboard_id, change_ids }, call) {
        const { dashboard, undone, kept } = await dashboards.undo(agentOf(call), dashboard_id, {
          changeIds: change_ids,
        });
        const text = [
          `Undone: ${undone.join(", ") || "none wholly"}. ${renderDashboard(dashboard)}`,
          ...kept.map(({ changeId, reason }) => `Kept of ${changeId}: ${reason}`),
        ].join("\n");
        const structured = {
          ...dashboardResult(dashboard),
          undone,
          kept: kept.map(({ changeId, reason }) => ({ change_id: changeId, reason })),
          widgets: dashboard.widgets.map((widget) => widget.id),
        };
        return { text, structured };
      },
    }),
  ];
}
