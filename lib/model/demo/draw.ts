import { WidgetKind } from "@/lib/dashboards/schema";
import { type Sketch, specFor } from "@/lib/model/demo/compose";
import { can, drawerOf, type Known, lastCall } from "@/lib/model/demo/known";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { object, objects, textAt } from "@/lib/model/demo/read-json";
import { tool } from "@/lib/model/demo/tools";
import type { JsonObject } from "@/lib/shared/json";

export type Drawn = Sketch & { queryId: string };

/** Has the widgets drawn: by the delegate who draws, or by itself for one or where there is none. */
export function planDrawing(
  known: Known,
  board: { id: string; title: string },
  drawn: Drawn[],
  itself: boolean,
): Move | undefined {
  const delegate = drawerOf(known);
  if (delegate && !(itself && can(known, tool.plot))) {
    if (lastCall(known, delegate)) return undefined;
    return call("The visualizer draws them now.", planned(delegate, { task: writeTask(board, drawn) }));
  }
  if (lastCall(known, tool.plot) || !can(known, tool.plot)) return undefined;
  return call("", planned(tool.plot, { dashboard_id: board.id, widgets: drawn.map(widgetInput) }));
}

const widgetInput = ({
  title,
  kind,
  queryId,
  spec,
}: Pick<Drawn, "title" | "kind" | "queryId" | "spec">): JsonObject => ({
  title,
  kind,
  query_id: queryId,
  ...(Object.keys(spec).length > 0 && { spec }),
});

/** One line per widget, in words that `readTask` and a real model read alike. */
function writeTask(board: { id: string; title: string }, drawn: Drawn[]): string {
  const lines = drawn.map(({ queryId, title, kind, written, spec }) => {
    const [x, series] = written.dimensions;
    const by = x ? ` by ${x}` : "";
    const format = typeof spec.format === "string" ? ` in ${spec.format}` : "";
    return `- ${queryId} "${title}" as ${kind} of ${written.value}${by}${series ? ` per ${series}` : ""}${format}`;
  });
  return [
    `Plot these saved queries on dashboard ${board.id} "${board.title}", in this order:`,
    ...lines,
  ].join("\n");
}

const taskLine =
  /\b(q_\w+)\s*(?:["“](.+?)["”])?(?:.*?\bas (?:an? )?(\w+))?(?:.*?\bof (\w+))?(?:.*?\bby (\w+))?(?:.*?\bper (\w+))?(?:.*?\bin (percent|integer|compact|currency))?/;

/** A task of drawing: which queries, on which dashboard, how. Undefined for anything else. */
export function readTask(known: Known): { board: string; widgets: JsonObject[] } | undefined {
  const board = /\bd_\w+/.exec(known.message)?.[0];
  if (!board) return undefined;
  const lines = known.message.includes("\n") ? known.message.split("\n") : known.message.split(/(?=\bq_\w+)/);
  const widgets = lines.flatMap((line) => {
    const found = taskLine.exec(line);
    const queryId = found?.[1];
    if (!found || !queryId) return [];
    const query = known.queries.find((one) => one.id === queryId);
    const title = found[2] || query?.title || "Widget";
    const kind = WidgetKind.safeParse(found[3]?.replace(/s$/, "")).data ?? guessKind(query?.columns ?? []);
    const value = found[4];
    if (!value) return [widgetInput({ title, kind, queryId, spec: {} })];
    const dimensions = [found[5], found[6]].flatMap((name) => name ?? []);
    const spec = { ...specFor(kind, { sql: "", value, dimensions }), ...(found[7] && { format: found[7] }) };
    return [widgetInput({ title, kind, queryId, spec })];
  });
  return widgets.length > 0 ? { board, widgets } : undefined;
}

function guessKind(columns: readonly { name: string; type: string }[]): WidgetKind {
  if (columns.length <= 1) return columns.length === 1 ? "number" : "table";
  const first = columns[0];
  if (first && (/DATE|TIME/i.test(first.type) || /^(day|week|month|quarter|year|date)$/i.test(first.name)))
    return "line";
  return columns.length <= 3 ? "bar" : "table";
}

/** The drawing delegate's own planner: plot once, then tell what was drawn and what wasn't. */
export function planTask(known: Known, task: { board: string; widgets: JsonObject[] }): Move {
  const plotted = lastCall(known, tool.plot);
  if (!plotted) return call("", planned(tool.plot, { dashboard_id: task.board, widgets: task.widgets }));
  return say(tellPlotted(plotted));
}

export function tellPlotted(plotted: { failed: boolean; text: string | undefined; result: unknown }): string {
  const result = object(plotted.result);
  const created = objects(result?.created);
  const failed = objects(result?.failed);
  if (created.length === 0) return `Nothing was drawn: ${plotted.text ?? "no reason was given"}`;
  const titles = created.map(
    (widget) => `“${textAt(widget, "title") ?? ""}” (${textAt(widget, "widget_id") ?? ""})`,
  );
  const problems = failed.map(
    (widget) => ` Not drawn: “${textAt(widget, "title") ?? ""}”: ${textAt(widget, "error") ?? ""}`,
  );
  return `Drew ${titles.join(", ")}.${problems.join("")}`;
}
