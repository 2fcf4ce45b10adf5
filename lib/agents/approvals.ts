import { z } from "zod";
import type { Approval } from "@/lib/agent/approval";
import type { Services } from "@/lib/agents/services";
import type { Dashboard } from "@/lib/dashboards/schema";

const OneDashboard = z.object({ dashboard_id: z.string() });
const SomeWidgets = OneDashboard.extend({ widgets: z.array(z.object({ widget_id: z.string() })) });
const SomeQueries = z.object({ query_ids: z.array(z.string()) });

/** A call that takes away so many of a person's widgets is asked about. */
const personsWidgets = 2;

/** What agents may not do by themselves (H1): delete a dashboard or query, or take away what people made. */
export function createApprovals({ dashboards, queries, changes }: Services): readonly Approval[] {
  /** Widgets that a person made, or was the last to change. */
  async function ofPeople(ownerId: string, board: Dashboard, ids: ReadonlySet<string>) {
    const log = await changes.list(ownerId, { dashboardId: board.id });
    return board.widgets.filter((widget) => {
      if (!ids.has(widget.id)) return false;
      const newest = log.find((change) => !change.undone && change.widgets.includes(widget.id));
      return widget.madeBy.kind === "person" || newest?.author.kind === "person";
    });
  }

  return [
    {
      tool: "dashboard___delete_dashboard",
      async message({ input, ownerId }) {
        const board = await dashboards.get(ownerId, OneDashboard.parse(input).dashboard_id);
        const holds =
          board.widgets.length === 0
            ? ", which is empty"
            : ` with its ${counted(board.widgets.length, "widget")}`;
        return `Delete the dashboard “${board.title}”${holds}. It can be restored from the trash for 30 days.`;
      },
    },
    {
      tool: "sql-workbench___delete_queries",
      async message({ input, ownerId }) {
        const ids = SomeQueries.parse(input).query_ids;
        const titles = await Promise.all(ids.map(async (id) => (await queries.get(ownerId, id)).title));
        return `Delete ${counted(ids.length, "saved query", "saved queries")}: ${listed(titles)}.`;
      },
    },
    {
      tool: "dashboard___remove_widgets",
      async when({ input, ownerId }) {
        const { dashboard_id, widgets } = SomeWidgets.parse(input);
        const ids = new Set(widgets.map((widget) => widget.widget_id));
        const board = await dashboards.get(ownerId, dashboard_id);
        return (await ofPeople(ownerId, board, ids)).length >= personsWidgets;
      },
      async message({ input, ownerId }) {
        const { dashboard_id, widgets } = SomeWidgets.parse(input);
        const board = await dashboards.get(ownerId, dashboard_id);
        const ids = new Set(widgets.map((widget) => widget.widget_id));
        const titles = board.widgets.filter(({ id }) => ids.has(id)).map(({ title }) => title);
        return `Remove ${counted(titles.length, "widget")} from “${board.title}”, some of which you made or changed: ${listed(titles)}.`;
      },
    },
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function listed(titles: readonly string[]): string {
  return titles.map((title) => `“${title}”`).join(", ");
}
