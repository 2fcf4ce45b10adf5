import { z } from "zod";
import { placeWidgets } from "@/lib/dashboards/layout";
import { type Dashboard, type Layout, WidgetKind } from "@/lib/dashboards/schema";

/** A widget an agent is still writing (C3). */
export type Ghost = {
  key: string;
  callId: string;
  agent: string;
  title: string;
  kind: WidgetKind;
  layout: Layout;
};

// Half-written arguments: whatever isn't there yet is left open.
const Draft = z.object({
  title: z.string().catch(""),
  kind: WidgetKind,
  text: z.string().optional().catch(undefined),
  spec: z
    .object({ section: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
  size: z.enum(["small", "medium", "large", "full"]).optional().catch(undefined),
});
const Drafts = z.object({
  dashboard_id: z.string(),
  widgets: z.array(z.unknown()),
});

export type PlotCall = { id: string; agent: string; args: unknown };

/**
 * Calls in flight as widgets in the place the service will give them: by the same function, beside the same widgets.
 * A widget whose kind isn't written yet has no place, so it isn't drawn.
 */
export function ghostsOn(dashboard: Dashboard, calls: readonly PlotCall[]): Ghost[] {
  const taken = dashboard.widgets.map(({ layout }) => layout);
  const ghosts: Ghost[] = [];
  for (const call of calls) {
    const args = Drafts.safeParse(call.args);
    if (!args.success || args.data.dashboard_id !== dashboard.id) continue;
    const drafts = args.data.widgets.flatMap((draft) => {
      const read = Draft.safeParse(draft);
      return read.success ? [read.data] : [];
    });
    const places = placeWidgets(
      taken,
      drafts.map(({ kind, size, text, spec }) => ({
        ...{ kind, size, text },
        section: kind === "text" && spec?.section === true,
      })),
      { report: dashboard.report },
    );
    for (const [index, { title, kind }] of drafts.entries()) {
      const layout = places[index];
      if (!layout) continue;
      taken.push(layout);
      ghosts.push({ key: `${call.id}:${index}`, callId: call.id, agent: call.agent, title, kind, layout });
    }
  }
  return ghosts;
}

/**
 * Ghosts whose widget has come, by the widget: the one of the same kind and title that wasn't there `before`. Its key
 * goes on as the widget's, so that the page fades one into the other instead of drawing anew.
 */
export function arrived(
  ghosts: readonly Ghost[],
  { widgets }: Dashboard,
  before: ReadonlySet<string>,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const ghost of ghosts) {
    const widget = widgets.find(
      ({ id, kind, title }) =>
        kind === ghost.kind && title === ghost.title.trim() && !before.has(id) && !keys.has(id),
    );
    if (widget) keys.set(widget.id, ghost.key);
  }
  return keys;
}
