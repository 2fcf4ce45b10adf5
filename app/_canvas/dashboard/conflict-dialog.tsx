"use client";

import type { Edit } from "@/app/_canvas/data/edit";
import type { Conflict } from "@/app/_canvas/data/use-edit-dashboard";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import type { Dashboard } from "@/lib/dashboards/schema";

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
        <Side name="Yours" text={yours(conflict.edit)} />
      </dl>
    </Dialog>
  );
}

function Side({ name, text, children }: { name: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="rounded-md border bg-surface p-3">
      <dt className="font-medium text-ink-muted text-xs">{name}</dt>
      <dd className="mt-1 break-words text-sm">
        {text}
        {children && <ul className="mt-1 text-ink-muted text-xs">{children}</ul>}
      </dd>
    </div>
  );
}

export function yours(edit: Edit): string {
  switch (edit.kind) {
    case "add":
      return `A new widget, “${edit.widget.title}”`;
    case "remove":
      return "Remove the widget";
    case "dashboard":
      return edit.edit.title ?? edit.edit.description ?? "New values of the variables";
    case "widget":
      return (
        edit.edit.title ??
        (edit.edit.layout
          ? "Another place"
          : edit.edit.kind
            ? `Shown as ${edit.edit.kind}`
            : "Other settings")
      );
    default:
      return edit satisfies never;
  }
}

export function theirs(edit: Edit, current: Dashboard): string {
  if (edit.kind === "dashboard") {
    return edit.edit.title !== undefined
      ? current.title
      : edit.edit.description !== undefined
        ? current.description
        : "Other values";
  }
  if (edit.kind === "add") return "Another version of this dashboard";
  const widget = current.widgets.find(({ id }) => id === edit.widgetId);
  if (!widget) return "The widget was removed";
  if (edit.kind === "widget" && edit.edit.title === undefined && edit.edit.layout)
    return `“${widget.title}” in another place`;
  return widget.title;
}
