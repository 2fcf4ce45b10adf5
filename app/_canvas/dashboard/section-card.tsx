"use client";

import { ChevronDown, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { InlineText } from "@/app/_canvas/dashboard/inline-text";
import type { CardEdits } from "@/app/_canvas/dashboard/widget-card";
import { cx } from "@/app/_ui/class-names";
import { IconButton } from "@/app/_ui/icon-button";
import type { Widget } from "@/lib/dashboards/schema";

type Props = {
  widget: Widget;
  folded: boolean;
  /** How many widgets it has. */
  count: number;
  onToggle: () => void;
  edits: CardEdits | null;
};

/** A heading over what lies below it, which it folds (D13). */
export function SectionCard({ widget, folded, count, onToggle, edits }: Props) {
  const [renaming, setRenaming] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !edits) return;
    if (event.key === "F2") setRenaming(true);
    else if (!edits.onKey(event)) return;
    event.preventDefault();
  };
  return (
    <div
      data-widget={widget.id}
      className={cx(
        "canvas-grip group/section flex size-full items-center gap-1 border-b",
        edits && "cursor-grab active:cursor-grabbing",
      )}
    >
      <h2 className="flex min-w-0 flex-1 items-center gap-1">
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={`Section ${widget.title}`}
          onClick={onToggle}
          onKeyDown={onKeyDown}
          className="canvas-still flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-hover"
        >
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 transition-transform duration-100", folded && "-rotate-90")}
          />
        </button>
        <span className="min-w-0 font-semibold text-base">
          <InlineText
            value={widget.title}
            label="Title of the section"
            required
            editing={renaming}
            onEditing={setRenaming}
            onSave={edits?.saveTitle}
          />
        </span>
        {folded && (
          <span className="shrink-0 pl-1 text-ink-faint text-xs">
            {count === 1 ? "1 widget" : `${count} widgets`}
          </span>
        )}
      </h2>
      {edits && (
        <span className="canvas-still opacity-0 group-focus-within/section:opacity-100 group-hover/section:opacity-100 pointer-coarse:opacity-100">
          <IconButton label={`Delete the section ${widget.title}`} size="sm" onClick={edits.remove}>
            <Trash2 />
          </IconButton>
        </span>
      )}
    </div>
  );
}
