import { isJsonObject } from "@/lib/shared/json";

/** Which agent is changing which widget of a board just now, read from the calls in flight. */
export function touchedBy(
  boardId: string,
  calls: readonly { agent: string; args: unknown }[],
): Map<string, string> {
  const agents = new Map<string, string>();
  for (const call of calls) {
    const { args } = call;
    if (!isJsonObject(args) || args.dashboard_id !== boardId || !Array.isArray(args.widgets)) continue;
    for (const widget of args.widgets) {
      // Half-written arguments, too.
      if (isJsonObject(widget) && typeof widget.widget_id === "string")
        agents.set(widget.widget_id, call.agent);
    }
  }
  return agents;
}
