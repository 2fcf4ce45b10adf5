"use client";

import { columnLabel } from "@/app/_canvas/charts/compiled";
import { plainSpec } from "@/app/_canvas/dashboard/encodings";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import type { Edit } from "@/app/_canvas/data/edit";
import type { Conflict } from "@/app/_canvas/data/use-edit-dashboard";
import { valueWords, variableLabel } from "@/app/_canvas/variables/variable-words";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import type { Dashboard, DashboardEdit, WidgetEdit } from "@/lib/dashboards/schema";
import type { JsonObject } from "@/lib/shared/json";

/** The same field was changed by two: both are shown, and the person decides. */
export function ConflictDialog({
  conflict,
  onSettle,
}: {
  conflict: Conflict;
  onSettle: (mine: boolean) => void;
}) {
  const last = conflict.since.at(0);
  // A person's own name is no help here: it was them, in another tab.
  const who = last && last.author.kind !== "person" ? last.author.name : "Another tab";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onSettle(false)}
      title="Changed meanwhile"
      description={`${who} changed the same thing while you did.`}
      footer={
        <>
          <Button onClick={() => onSettle(false)}>Take theirs</Button>
          <Button variant="primary" onClick={() => onSettle(true)}>
            Keep yours
          </Button>
        </>
      }
    >
      <dl className="grid gap-3 sm:grid-cols-2">
        <Side name="Theirs" text={theirs(conflict.edit, conflict.current)}>
          {conflict.since.slice(0, 4).map((change) => (
            <li key={change.id}>{change.summary}</li>
          ))}
        </Side>
        <Side name="Yours" text={yours(conflict.edit, conflict.current)} />
      </dl>
    </Dialog>
  );
}

function Side({ name, text, children }: { name: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="rounded-md border bg-surface p-3">
      <dt className="font-medium text-ink-muted text-xs">{name}</dt>
      <dd className="mt-1 max-h-60 overflow-y-auto whitespace-pre-line break-words text-sm">
        {text}
        {children && <ul className="mt-1 text-ink-muted text-xs">{children}</ul>}
      </dd>
    </div>
  );
}

/** What the person wanted, in words they can weigh. */
function yours(edit: Edit, current: Dashboard): string {
  switch (edit.kind) {
    case "add":
      return `A new widget, “${edit.widget.title}”`;
    case "remove":
      return `Remove “${titleIn(current, edit.widgetId)}”`;
    case "dashboard":
      return dashboardWords(edit.edit, current);
    case "widget":
      return widgetWords(edit.edit);
    default:
      return edit satisfies never;
  }
}

/** What is there now, of the same thing. */
function theirs(edit: Edit, current: Dashboard): string {
  if (edit.kind === "add") return "Another version of this dashboard";
  if (edit.kind === "dashboard") {
    const { title, description, variables } = current;
    const wanted = edit.edit;
    return dashboardWords(
      {
        ...(wanted.title === undefined ? {} : { title }),
        ...(wanted.description === undefined ? {} : { description }),
        ...(wanted.variables === undefined ? {} : { variables }),
      },
      current,
    );
  }
  const widget = current.widgets.find(({ id }) => id === edit.widgetId);
  if (!widget) return "The widget was removed";
  if (edit.kind === "remove") return `“${widget.title}” is kept, and was changed`;
  const { title, layout, kind, queryId, text } = edit.edit;
  return widgetWords({
    ...(title === undefined ? {} : { title: widget.title }),
    ...(layout === undefined ? {} : { layout: widget.layout }),
    ...(kind === undefined ? {} : { kind: widget.kind }),
    ...(queryId === undefined || widget.kind === "text" ? {} : { queryId: widget.queryId }),
    ...(text === undefined || widget.kind !== "text" ? {} : { text: widget.text }),
    ...(edit.edit.spec === undefined ? {} : { spec: membersOf(plainSpec(widget), edit.edit.spec) }),
  });
}

const titleIn = (current: Dashboard, id: string) =>
  current.widgets.find((widget) => widget.id === id)?.title ?? "the widget";

function dashboardWords(
  { title, description, variables, layouts }: DashboardEdit,
  current: Dashboard,
): string {
  const parts = [
    ...(title === undefined ? [] : [`Title: “${title}”`]),
    ...(description === undefined ? [] : [`Description: “${description || "none"}”`]),
    ...(variables ?? []).map((each) => `${variableLabel(each)}: ${valueWords(each, "en")}`),
    ...Object.keys(layouts ?? {}).map((id) => `Another place for “${titleIn(current, id)}”`),
  ];
  return parts.join("\n") || "No change";
}

function widgetWords({ title, layout, kind, queryId, text, spec }: WidgetEdit): string {
  const parts = [
    ...(title === undefined ? [] : [`Title: “${title}”`]),
    ...(kind === undefined ? [] : [`Shown as: ${kindNames[kind]}`]),
    ...(layout ? [`Column ${layout.x + 1}, row ${layout.y + 1}, ${layout.w} wide, ${layout.h} high`] : []),
    ...(queryId === undefined ? [] : [`Query: ${queryId}`]),
    ...(text === undefined ? [] : [text.length > 240 ? `${text.slice(0, 240)}…` : text]),
    ...Object.entries(spec ?? {}).map(
      ([name, value]) =>
        `${columnLabel(name)}: ${value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
  ];
  return parts.join("\n") || "Other settings";
}

/** Of the settings there, those the person wrote too. */
function membersOf(spec: JsonObject, wanted: object): JsonObject {
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, spec[name] ?? null]));
}
