import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { Mark } from "@/app/_canvas/charts/compiled";
import type { Question } from "@/app/_canvas/dashboard/ask";
import { plainSpec } from "@/app/_canvas/dashboard/encodings";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import { type Direction, moved, resized } from "@/app/_canvas/dashboard/move";
import type { CardEdits } from "@/app/_canvas/dashboard/widget-card";
import { useUndoOwn } from "@/app/_canvas/data/use-changes";
import type { EditDashboard } from "@/app/_canvas/data/use-edit-dashboard";
import { toast } from "@/app/_ui/toast";
import type {
  Dashboard,
  DashboardEdit,
  Layout,
  NewWidget,
  Widget,
  WidgetEdit,
} from "@/lib/dashboards/schema";

const directions: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

type Needs = {
  dashboard: Dashboard;
  editing: EditDashboard;
  ask: ((question: Question) => void) | null;
  openEditor: (widgetId: string) => void;
  onTouch: () => void;
  showChanges: ((widget: { id: string; title: string }) => void) | undefined;
};

/** What a person can do to a board and its widgets, by mouse, touch and keyboard (C7). */
export function useBoardEdits({ dashboard, editing, ask, openEditor, onTouch, showChanges }: Needs) {
  const client = useQueryClient();
  const undoOwn = useUndoOwn(dashboard.id);
  const [announcement, announce] = useState("");
  const others = (id: string) =>
    dashboard.widgets.filter((each) => each.id !== id).map((each) => each.layout);

  const save = async (widgetId: string, edit: WidgetEdit): Promise<boolean> => {
    onTouch();
    return (await editing.edit({ kind: "widget", widgetId, edit })) !== null;
  };
  const add = async (widget: NewWidget): Promise<boolean> => {
    onTouch();
    const saved = await editing.edit({ kind: "add", widget });
    if (saved) toast.success(`Added “${widget.title}”`);
    return saved !== null;
  };
  const remove = async (widget: Widget) => {
    onTouch();
    const saved = await editing.edit({ kind: "remove", widgetId: widget.id });
    if (!saved) return;
    void client.invalidateQueries({ queryKey: ["changes"] });
    toast(`Deleted “${widget.title || kindNames[widget.kind]}”`, {
      action: {
        label: "Undo",
        onClick: () => void undoOwn("undo"),
      },
    });
  };
  const place = (widgetId: string, layout: Layout) => void save(widgetId, { layout });

  const onKey = (widget: Widget, event: KeyboardEvent): boolean => {
    const direction = directions[event.key];
    if (!direction || !(event.ctrlKey || event.altKey || event.shiftKey || event.metaKey)) return false;
    const step = event.shiftKey ? resized : moved;
    const next = step(widget.layout, direction, others(widget.id));
    if (next) place(widget.id, next);
    announce(
      next ? placeInWords(widget, next) : `No room ${event.shiftKey ? "to resize" : "to move"} ${direction}`,
    );
    return true;
  };

  // What cards are given stays the same while their widget does, so that a board drawn again leaves its cards alone.
  const newest = useRef({ dashboard, ask, showChanges, openEditor, save, add, remove, onKey });
  newest.current = { dashboard, ask, showChanges, openEditor, save, add, remove, onKey };
  const [canAsk, canShow] = [ask !== null, showChanges !== undefined];
  const of = useMemo(() => {
    const known = new WeakMap<Widget, CardEdits>();
    const askOf = (question: (board: Dashboard) => Question) =>
      newest.current.ask?.(question(newest.current.dashboard));
    const make = (widget: Widget): CardEdits => ({
      saveTitle: (title) => void newest.current.save(widget.id, { title }),
      edit: () => newest.current.openEditor(widget.id),
      changeKind: (kind) => void newest.current.save(widget.id, { kind }),
      duplicate: () => void newest.current.add(copyOf(widget)),
      remove: () => void newest.current.remove(widget),
      onKey: (event) => newest.current.onKey(widget, event),
      ask: canAsk ? () => askOf((board) => aboutWidget(board, widget)) : undefined,
      askAboutMark: canAsk ? (mark) => askOf((board) => aboutMark(board, widget, mark)) : undefined,
      askAboutError: canAsk ? (message) => askOf((board) => aboutError(board, widget, message)) : undefined,
      showChanges: canShow
        ? () => newest.current.showChanges?.({ id: widget.id, title: widget.title || kindNames[widget.kind] })
        : undefined,
    });
    return (widget: Widget): CardEdits => {
      const edits = known.get(widget) ?? make(widget);
      known.set(widget, edits);
      return edits;
    };
  }, [canAsk, canShow]);
  const dashboardEdit = (edit: DashboardEdit) => {
    onTouch();
    void editing.edit({ kind: "dashboard", edit });
  };
  return { of, place, save, add, dashboard: dashboardEdit, undoOwn, announcement };
}

function placeInWords(widget: Widget, { x, y, w, h }: Layout): string {
  return `${widget.title || kindNames[widget.kind]}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`;
}

function copyOf(widget: Widget): NewWidget {
  const named = {
    title: `${widget.title || kindNames[widget.kind]} (copy)`.slice(0, 200),
    kind: widget.kind,
  };
  return widget.kind === "text"
    ? { ...named, text: widget.text, spec: plainSpec(widget) }
    : { ...named, queryId: widget.queryId, spec: plainSpec(widget) };
}

function aboutWidget(dashboard: Dashboard, widget: Widget): Question {
  return {
    action: { kind: "ask_about_widget", dashboard_id: dashboard.id, widget_id: widget.id },
    message: `Tell me about “${widget.title || kindNames[widget.kind]}”`,
  };
}

function aboutMark(dashboard: Dashboard, widget: Widget, { label, value, where }: Mark): Question {
  const named = widget.title || kindNames[widget.kind];
  return {
    action: { kind: "ask_about_mark", dashboard_id: dashboard.id, widget_id: widget.id, label, value, where },
    message: value ? `In “${named}”, ${label} is ${value}. Why?` : `Tell me about ${label} in “${named}”`,
  };
}

function aboutError(dashboard: Dashboard, widget: Widget, error: string): Question {
  return {
    action: { kind: "fix_widget", dashboard_id: dashboard.id, widget_id: widget.id, error },
    message: `“${widget.title || kindNames[widget.kind]}” can't be drawn: ${error} Please fix it.`,
  };
}
