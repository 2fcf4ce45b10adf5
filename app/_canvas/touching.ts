import { z } from "zod";

const Named = z.object({ dashboard_id: z.string(), widgets: z.array(z.unknown()) });
const OneWidget = z.object({ widget_id: z.string() });

/** Which agent is changing which widget of a board just now, read from the calls in flight. */
export function touchedBy(
  boardId: string,
  calls: readonly { agent: string; args: unknown }[],
): Map<string, string> {
  const agents = new Map<string, string>();
  for (const call of calls) {
    const args = Named.safeParse(call.args);
    if (!args.success || args.data.dashboard_id !== boardId) continue;
    for (const widget of args.data.widgets) {
      const named = OneWidget.safeParse(widget);
      if (named.success) agents.set(named.data.widget_id, call.agent);
    }
  }
  return agents;
}
