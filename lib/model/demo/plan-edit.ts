import type { WidgetKind } from "@/lib/dashboards/schema";
import type { Intent, Place } from "@/lib/model/demo/intent";
import { can, type Known, type KnownBoard, type KnownWidget, lastCall } from "@/lib/model/demo/known";
import { call, type Move, type PlannedCall, planned, say } from "@/lib/model/demo/move";
import { list, object, objects, text, textAt } from "@/lib/model/demo/read-json";
import { rearrange } from "@/lib/model/demo/rearrange";
import { askWhich, findTarget, type Target } from "@/lib/model/demo/target";
import { tool } from "@/lib/model/demo/tools";
import type { JsonObject } from "@/lib/shared/json";

export type EditIntent = Extract<Intent, { kind: "rename" | "change-kind" | "move" | "remove" }>;

/** One change of a dashboard or a widget, and then what came of it. */
export function planEdit(known: Known, intent: EditIntent): Move {
  const reading = readBoard(known, intent.kind === "move" ? "layouts" : "titles");
  if (reading) return reading;
  const done = lastCall(known, editTools.find((name) => lastCall(known, name)) ?? "");
  if (done) return say(tellEdit(done, intent));
  const target = findTarget(known, intent.target, fallbackFor[intent.kind]);
  if (target.kind === "unclear") return say(askWhich(target, known.board ? "widget" : "dashboard"));
  const edit = editOf(known, intent, target);
  return typeof edit === "string" ? say(edit) : call("", edit);
}

/** What "it" means where it is not told: a removal asks. */
const fallbackFor = { rename: "board", "change-kind": "main", move: "main", remove: "widget" } as const;

const editTools = [tool.update, tool.move, tool.remove, tool.updateBoard, tool.deleteBoard];

/** Reads the dashboard when the prompt names it without its widgets, and finds one when it names none. */
export function readBoard(known: Known, needs: "titles" | "layouts" = "titles"): Move | undefined {
  const { board } = known;
  if (!board) {
    if (lastCall(known, tool.listBoards) || !can(known, tool.listBoards)) return undefined;
    return call("", planned(tool.listBoards, {}));
  }
  const lacks = (widget: KnownWidget) => (needs === "layouts" ? !widget.layout : widget.title === "");
  const unknown = board.widgets.length === 0 ? !board.complete : board.widgets.some(lacks);
  if (!unknown || lastCall(known, tool.getBoard) || !can(known, tool.getBoard)) return undefined;
  return call("", planned(tool.getBoard, { dashboard_id: board.id }));
}

function editOf(
  known: Known,
  intent: EditIntent,
  target: Exclude<Target, { kind: "unclear" }>,
): PlannedCall | string {
  const dashboard_id = target.board.id;
  if (target.kind === "board") {
    if (intent.kind === "rename") return planned(tool.updateBoard, { dashboard_id, title: intent.title });
    if (intent.kind === "remove") return planned(tool.deleteBoard, { dashboard_id });
    return askWhich({ titles: target.board.widgets.map((widget) => widget.title) }, "widget");
  }
  const { widget } = target;
  const change = (members: JsonObject) =>
    planned(tool.update, { dashboard_id, widgets: [{ widget_id: widget.id, ...members }] });
  switch (intent.kind) {
    case "rename":
      return change({ title: intent.title });
    case "change-kind":
      return change({ kind: intent.to, ...specAs(known, widget, intent.to) });
    case "remove":
      return planned(tool.remove, { dashboard_id, widgets: [{ widget_id: widget.id }] });
    case "move":
      return moveTo(target.board, widget, intent.place);
    default:
      return intent satisfies never;
  }
}

/** The same columns for another kind of chart; left to the service when they aren't known. */
function specAs(known: Known, widget: KnownWidget, kind: WidgetKind): { spec?: JsonObject } {
  const query = known.queries.find((one) => one.id === widget.queryId);
  const spec = widget.spec ?? {};
  const columns = query?.columns.map((column) => column.name) ?? [];
  const x = textAt(spec, "x", "label", "stage") ?? (columns.length > 1 ? columns[0] : undefined);
  const value = textAt(spec, "value") ?? text(list(spec.y)[0]) ?? textAt(spec, "y") ?? columns.at(-1);
  const series = textAt(spec, "series") ?? (columns.length > 2 ? columns[1] : undefined);
  if (kind === "table") return { spec: {} };
  if (!value || (!x && kind !== "number")) return {};
  if (kind === "number") return { spec: { value } };
  if (kind === "pie") return { spec: { label: x ?? value, value } };
  if (kind === "funnel") return { spec: { stage: x ?? value, value } };
  if (kind === "line" || kind === "area" || kind === "bar")
    return {
      spec: { x: x ?? value, y: [value], ...(series && series !== x && series !== value && { series }) },
    };
  return {};
}

function moveTo(board: KnownBoard, widget: KnownWidget, place: Place): PlannedCall | string {
  const placed = board.widgets.flatMap(({ id, layout, placedByPerson }) =>
    layout ? [{ id, layout, fixed: placedByPerson }] : [],
  );
  const moves = rearrange(placed, widget.id, place);
  if (!moves) return `I can't move “${widget.title}” there: something you placed yourself is in the way.`;
  return planned(tool.move, {
    dashboard_id: board.id,
    widgets: moves.map(({ id, layout }) => ({ widget_id: id, ...layout })),
  });
}

function tellEdit(
  done: { tool: string; failed: boolean; text: string | undefined; result: unknown },
  intent: EditIntent,
): string {
  const result = object(done.result);
  const failed = objects(result?.failed).map((one) => textAt(one, "error") ?? "no reason was given");
  // The person was asked first (H1), and knows their reason.
  if (done.failed && /^(?:Rejected by|Not done:|The person was asked)/.test(done.text ?? ""))
    return "All right, I left everything as it is.";
  if (done.failed) return `That didn't work: ${done.text ?? "no reason was given"}`;
  if (failed.length > 0) return `That didn't work: ${failed.join("; ")}`;
  const title = textAt(objects(result?.changed)[0] ?? {}, "title") ?? textAt(result ?? {}, "title") ?? "it";
  switch (intent.kind) {
    case "rename":
      return `It is called “${intent.title}” now.`;
    case "change-kind":
      return `“${title}” is a ${intent.to === "number" ? "number" : intent.to === "table" ? "table" : `${intent.to} chart`} now.`;
    case "remove":
      return done.tool === tool.deleteBoard
        ? "The dashboard is deleted. It can be restored."
        : `“${title}” is removed. Say “undo that” to have it back.`;
    case "move":
      return `“${title}” has its new place.`;
    default:
      return intent satisfies never;
  }
}
