import type { Actor } from "@/lib/changes/actor";
import type { DashboardDocument } from "@/lib/dashboards/document";
import { nearestFree, overlaps, placeWidgets, type Size } from "@/lib/dashboards/layout";
import type { NewWidget, Widget, WidgetEdit } from "@/lib/dashboards/schema";
import type { Guard } from "@/lib/dashboards/store";
import { editWidget, newWidget, type QueryColumns } from "@/lib/dashboards/widget";
import { AppError, isAppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";

export type WidgetInput = NewWidget & { size?: Size | undefined };
export type WidgetChange = WidgetEdit & { widgetId: string };
type Failure<T> = { input: T; error: AppError };

/** What became of several steps: each is done or told why not. */
export type Steps<T> = { document: DashboardDocument; done: string[]; failed: Failure<T>[] };

const mostWidgets = 200;
const placedBy = (actor: Actor) => (actor.author.kind === "person" ? "person" : "agent");

/** Runs a step; a failure that its asker can act on is theirs, any other is not caught. */
function attempt<T>(input: T, failed: Failure<T>[], step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!isAppError(error)) throw error;
    failed.push({ input, error });
  }
}

const withWidget = (document: DashboardDocument, widget: Widget): DashboardDocument => ({
  ...document,
  widgets: { ...document.widgets, [widget.id]: widget },
});

export function widgetOf(document: DashboardDocument, id: string): Widget {
  const widget = Object.hasOwn(document.widgets, id) ? document.widgets[id] : undefined;
  if (widget) return widget;
  const known = Object.keys(document.widgets).join(", ") || "none";
  throw new AppError("not_found", `There is no widget ${id} here. Its widgets are: ${known}.`);
}

/** Throws conflict when the widget would lie on another (D7). */
export function checkFree(document: DashboardDocument, widget: Widget): void {
  const other = Object.values(document.widgets).find(
    (each) => each.id !== widget.id && overlaps(each.layout, widget.layout),
  );
  if (other)
    throw new AppError(
      "conflict",
      `${widget.id} “${widget.title}” would lie on ${other.id} “${other.title}”. Choose a free place.`,
    );
}

/** New widgets, each placed where there is room; those that are there keep their bytes (D6, D7). */
export function addWidgets(
  document: DashboardDocument,
  inputs: readonly WidgetInput[],
  { actor, queries, newId }: { actor: Actor; queries: QueryColumns; newId: NewId },
): Steps<WidgetInput> {
  const steps: Steps<WidgetInput> = { document, done: [], failed: [] };
  const made: { input: WidgetInput; widget: Widget }[] = [];
  for (const input of inputs)
    attempt(input, steps.failed, () => {
      if (Object.keys(document.widgets).length + made.length >= mostWidgets)
        throw new AppError("bad_input", `A dashboard holds at most ${mostWidgets} widgets.`);
      const placed = {
        id: newId("w"),
        layout: input.layout ?? { x: 0, y: 0, w: 1, h: 1 },
        placedBy: placedBy(actor),
        madeBy: actor.author,
      } as const;
      made.push({ input, widget: newWidget(input, placed, queries) });
    });
  const taken = Object.values(document.widgets).map((widget) => widget.layout);
  const chosen = made.flatMap(({ input, widget }) => (input.layout ? [widget.layout] : []));
  const free = made.filter(({ input }) => !input.layout);
  const layouts = placeWidgets(
    [...taken, ...chosen],
    free.map(({ input }) => ({
      kind: input.kind,
      size: input.size,
      text: input.text,
      section: input.spec?.section === true,
    })),
    { report: document.report },
  );
  const places = new Map(free.map(({ widget }, index) => [widget.id, layouts[index]]));
  for (const { input, widget } of made)
    attempt(input, steps.failed, () => {
      const layout = places.get(widget.id) ?? widget.layout;
      // A place nobody chose is an agent's, whoever made the widget.
      const placed: Widget = { ...widget, layout, placedBy: input.layout ? widget.placedBy : "agent" };
      checkFree(steps.document, placed);
      steps.document = withWidget(steps.document, placed);
      steps.done.push(widget.id);
    });
  return steps;
}

/** Changes widgets one by one: a step that is wrong, or writes over others' newer work, fails alone (D3). */
export function editWidgets(
  document: DashboardDocument,
  edits: readonly WidgetChange[],
  { actor, queries, guard }: { actor: Actor; queries: QueryColumns; guard: Guard },
): Steps<WidgetChange> {
  const steps: Steps<WidgetChange> = { document, done: [], failed: [] };
  const moved = new Map<string, WidgetChange>();
  for (const edit of edits)
    attempt(edit, steps.failed, () => {
      const { widgetId, ...members } = edit;
      const widget = editWidget(widgetOf(steps.document, widgetId), members, placedBy(actor), queries);
      const next = withWidget(steps.document, widget);
      guard(steps.document, next);
      steps.document = next;
      steps.done.push(widgetId);
      if (edit.layout) moved.set(widgetId, edit);
    });
  // Only at the end, so that two widgets may change places.
  for (const [id, edit] of moved)
    attempt(edit, steps.failed, () => {
      try {
        checkFree(steps.document, widgetOf(steps.document, id));
      } catch (error) {
        steps.document = putBack(steps.document, document, id);
        steps.done = steps.done.filter((each) => each !== id);
        throw error;
      }
    });
  return steps;
}

/** The widget as it was, or beside what has taken its place. */
function putBack(document: DashboardDocument, before: DashboardDocument, id: string): DashboardDocument {
  const old = widgetOf(before, id);
  const others = Object.values(document.widgets).filter((each) => each.id !== id);
  const layout = nearestFree(
    others.map((each) => each.layout),
    old.layout,
  );
  return withWidget(document, { ...old, layout });
}

/** Takes widgets out; the others stay where they are (D7). */
export function removeWidgets(
  document: DashboardDocument,
  ids: readonly string[],
  guard: Guard,
): Steps<string> {
  const steps: Steps<string> = { document, done: [], failed: [] };
  for (const id of ids)
    attempt(id, steps.failed, () => {
      widgetOf(steps.document, id);
      const { [id]: _, ...widgets } = steps.document.widgets;
      const next = { ...steps.document, widgets };
      guard(steps.document, next);
      steps.document = next;
      steps.done.push(id);
    });
  return steps;
}

/** Widgets brought back by an undo or a restore, moved beside what has taken their place since (D7). */
export function settle(document: DashboardDocument, before: DashboardDocument): DashboardDocument {
  let settled = document;
  for (const widget of Object.values(document.widgets)) {
    if (before.widgets[widget.id]?.layout === widget.layout) continue;
    const others = Object.values(settled.widgets).filter((each) => each.id !== widget.id);
    const layout = nearestFree(
      others.map((each) => each.layout),
      widget.layout,
    );
    if (layout !== widget.layout) settled = withWidget(settled, { ...widget, layout });
  }
  return settled;
}
