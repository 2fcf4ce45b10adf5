"use client";

import { Info } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { WidgetFace } from "@/app/_canvas/charts/widget-face";
import { InlineText } from "@/app/_canvas/dashboard/inline-text";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import { type WidgetActions, WidgetMenu } from "@/app/_canvas/dashboard/widget-menu";
import { useWidgetRows } from "@/app/_canvas/data/use-rows";
import { cx } from "@/app/_ui/class-names";
import { Spinner } from "@/app/_ui/spinner";
import { Tooltip } from "@/app/_ui/tooltip";
import type { Widget } from "@/lib/dashboards/schema";
import type { Params } from "@/lib/sources/schema";

export type CardProps = {
  dashboardId: string;
  widget: Widget;
  params: Params;
  selected: boolean;
  /** Rises each time the widget is pointed out; 0 when it isn't. */
  pointed: number;
  /** The agent that is changing it just now. */
  touchedBy: string | undefined;
  onSelect: () => void;
  /** Absent on a page that is only for looking. */
  edits: CardEdits | null;
};

export type CardEdits = Omit<WidgetActions, "rename"> & {
  saveTitle: (title: string) => void;
  askAboutError?: ((message: string) => void) | undefined;
  /** Moves and resizes by keyboard; true when the key meant something. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** A widget in its frame. */
export function WidgetCard(props: CardProps) {
  const { dashboardId, widget, params, selected, pointed, touchedBy, onSelect, edits } = props;
  const rows = useWidgetRows(dashboardId, widget, params);
  const [renaming, setRenaming] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const named = widget.title || kindNames[widget.kind];
  const truncated = rows.status === "ready" && rows.rows.truncated;

  return (
    <article
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a widget is moved, resized and renamed by keyboard.
      tabIndex={0}
      aria-label={`${named}, ${kindNames[widget.kind]}${touchedBy ? `, ${touchedBy} is working on it` : ""}`}
      data-widget={widget.id}
      onFocus={onSelect}
      onPointerDown={onSelect}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !edits) return;
        if (event.key === "Enter") setRenaming(true);
        else if (event.key === "Delete" || event.key === "Backspace") edits.remove();
        else if (!edits.onKey(event)) return;
        event.preventDefault();
      }}
      className={cx(
        "group/card relative flex size-full flex-col overflow-hidden rounded-lg border bg-raised transition-[border-color,box-shadow] duration-150 focus-visible:outline-offset-0",
        selected && "border-line-strong shadow-[0_0_0_1px_var(--color-line-strong)]",
        touchedBy && "border-agent shadow-[0_0_0_1px_var(--color-agent)]",
      )}
    >
      {pointed > 0 && <span key={pointed} aria-hidden="true" className="canvas-pulse" />}
      <header
        className={cx(
          "canvas-grip flex h-9 shrink-0 items-center gap-1.5 pr-1.5 pl-3",
          edits && "cursor-grab active:cursor-grabbing",
        )}
      >
        <h3 className="min-w-0 flex-1 font-medium text-ink text-sm">
          <InlineText
            value={widget.title}
            label="Title of the widget"
            placeholder={kindNames[widget.kind]}
            required
            editing={renaming}
            onEditing={setRenaming}
            onSave={edits?.saveTitle}
          />
        </h3>
        {rows.updating && <Spinner label="Updating" className="text-ink-faint" />}
        {touchedBy && (
          <span className="shrink-0 rounded-full bg-agent-soft px-1.5 text-2xs text-agent">{touchedBy}</span>
        )}
        {truncated && (
          <Tooltip label={`Cut off: only the first ${rows.rows.rows.length.toLocaleString()} rows are here.`}>
            <button type="button" aria-label="Cut off" className="canvas-still text-warning">
              <Info className="size-3.5" />
            </button>
          </Tooltip>
        )}
        <div className="canvas-still opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100">
          <WidgetMenu
            widget={widget}
            actions={edits && { ...edits, rename: () => setRenaming(true) }}
            refresh={rows.refresh}
            asTable={asTable}
            onAsTable={setAsTable}
          />
        </div>
      </header>
      <div className="min-h-0 flex-1 px-3 pb-3">
        <WidgetFace
          widget={widget}
          state={rows}
          asTable={asTable}
          onRetry={rows.refresh}
          onAsk={edits?.askAboutError}
        />
      </div>
    </article>
  );
}
