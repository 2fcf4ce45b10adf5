"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { InlineText } from "@/app/_canvas/dashboard/inline-text";
import { Button } from "@/app/_ui/button";
import type { Dashboard, DashboardEdit } from "@/lib/dashboards/schema";

type Props = {
  dashboard: Dashboard;
  onEdit: ((edit: DashboardEdit) => void) | null;
  onAdd: (() => void) | null;
  actions?: ReactNode;
  menu?: ReactNode;
};

/** A board's title and description, both editable in place. */
export function BoardHead({ dashboard, onEdit, onAdd, actions, menu }: Props) {
  const [editing, setEditing] = useState<"title" | "description" | null>(null);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="font-semibold text-ink text-xl tracking-tight">
          <Editable label="Title of the dashboard" onEdit={onEdit && (() => setEditing("title"))}>
            <InlineText
              value={dashboard.title}
              label="Title of the dashboard"
              required
              editing={editing === "title"}
              onEditing={(on) => setEditing(on ? "title" : null)}
              onSave={onEdit ? (title) => onEdit({ title }) : undefined}
            />
          </Editable>
        </h1>
        {(dashboard.description || onEdit) && (
          <div className="mt-0.5 text-ink-muted text-sm">
            <Editable label="Description" onEdit={onEdit && (() => setEditing("description"))}>
              <InlineText
                value={dashboard.description}
                label="Description"
                placeholder="Add a description"
                editing={editing === "description"}
                onEditing={(on) => setEditing(on ? "description" : null)}
                onSave={onEdit ? (description) => onEdit({ description }) : undefined}
              />
            </Editable>
          </div>
        )}
      </div>
      <div className="flex items-center gap-1.5 print:hidden">
        {actions}
        {menu}
        {onAdd && (
          <Button onClick={onAdd}>
            <Plus className="size-4" aria-hidden="true" />
            Add widget
          </Button>
        )}
      </div>
    </header>
  );
}

/** A click on the text edits it, and so does Enter. */
function Editable({
  label,
  onEdit,
  children,
}: {
  label: string;
  onEdit: (() => void) | null;
  children: ReactNode;
}) {
  if (!onEdit) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button may not hold the field it turns into.
    <div
      role="button"
      tabIndex={0}
      aria-label={`${label}: press Enter to edit`}
      onClick={onEdit}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.key !== "Enter") return;
        event.preventDefault();
        onEdit();
      }}
      className="-mx-1.5 cursor-text rounded-sm px-1.5 hover:bg-hover"
    >
      {children}
    </div>
  );
}
