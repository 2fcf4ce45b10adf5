"use client";

import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from "react";
import type { PictureHandle } from "@/app/_canvas/charts/chart-view";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { WidgetFace } from "@/app/_canvas/charts/widget-face";
import { InlineText } from "@/app/_canvas/dashboard/inline-text";
import { kindNames } from "@/app/_canvas/dashboard/kinds";
import { MarkDialog } from "@/app/_canvas/dashboard/mark-dialog";
import { Provenance } from "@/app/_canvas/dashboard/provenance";
import { useNear } from "@/app/_canvas/dashboard/use-near";
import { useWidgetFiles } from "@/app/_canvas/dashboard/use-widget-files";
import { type WidgetActions, WidgetMenu } from "@/app/_canvas/dashboard/widget-menu";
import { useWidgetRows } from "@/app/_canvas/data/use-rows";
import { cx } from "@/app/_ui/class-names";
import { Spinner } from "@/app/_ui/spinner";
import { Tooltip } from "@/app/_ui/tooltip";
import { usePerson } from "@/app/_ui/use-person";
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
  onSelect: (widgetId: string) => void;
  /** Absent on a page that is only for looking. */
  edits: CardEdits | null;
  onOpenQuery?: ((id: string) => void) | undefined;
};

export type CardEdits = Omit<WidgetActions, "rename"> & {
  saveTitle: (title: string) => void;
  askAboutError?: ((message: string) => void) | undefined;
  askAboutMark?: ((mark: Mark) => void) | undefined;
  /** Moves and resizes by keyboard; true when the key meant something. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** A widget in its frame. Drawn again for its own sake only: new rows, or another widget, are no reason to draw the others. */
export const WidgetCard = memo(function WidgetCard(props: CardProps) {
  const { dashboardId, widget, params, selected, pointed, touchedBy, onSelect, edits } = props;
  const rows = useWidgetRows(dashboardId, widget, params);
  const [renaming, setRenaming] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const named = widget.title || kindNames[widget.kind];
  const truncated = rows.status === "ready" && rows.rows.truncated;
  const ready = rows.status === "ready" ? rows : null;
  const asOf = ready?.asOf ?? null;
  const { locale } = usePerson();
  const frame = useRef<HTMLElement>(null);
  const near = useNear(frame);
  const picture = useRef<PictureHandle>(null);
  const [mark, setMark] = useState<Mark | null>(null);
  const [notes, setNotes] = useState<string[]>([]);
  const files = useWidgetFiles(widget, ready?.rows ?? null, asTable ? null : picture);

  return (
    <article
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a widget is moved, resized and renamed by keyboard.
      tabIndex={0}
      aria-label={`${named}, ${kindNames[widget.kind]}${touchedBy ? `, ${touchedBy} is working on it` : ""}`}
      data-widget={widget.id}
      onFocus={() => onSelect(widget.id)}
      onPointerDown={() => onSelect(widget.id)}
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
        <h3 className={cx("min-w-0 font-medium text-ink text-sm", renaming && "flex-1")}>
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
        {truncated && (
          <Flag label={`Cut off: only the first ${rows.rows.rows.length.toLocaleString()} rows are here.`}>
            Cut off
          </Flag>
        )}
        {rows.stale && <Flag label={rows.stale}>Stale</Flag>}
        {notes.length > 0 && <Flag label={notes.join(" ")}>Note</Flag>}
        <span className="flex-1" />
        {rows.updating && <Spinner label="Updating" className="text-ink-faint" />}
        {touchedBy && (
          <span className="shrink-0 rounded-full bg-agent-soft px-1.5 text-2xs text-agent">{touchedBy}</span>
        )}
        <div className="canvas-still absolute top-0 right-1.5 flex h-9 items-center bg-raised pl-2 opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:static pointer-coarse:opacity-100 print:opacity-100 print:[&_button]:hidden">
          {asOf && (
            <time
              dateTime={asOf}
              title={new Date(asOf).toLocaleString(locale)}
              className="shrink-0 whitespace-nowrap text-2xs text-ink-faint pointer-coarse:hidden"
            >
              as of {new Date(asOf).toLocaleTimeString(locale, { timeStyle: "short" })}
            </time>
          )}
          <Provenance
            widget={widget}
            origin={rows.origin}
            asOf={asOf}
            rowCount={ready?.rows.rows.length ?? null}
            stale={rows.stale}
            notes={notes}
            onOpenQuery={props.onOpenQuery}
          />
          <WidgetMenu
            widget={widget}
            actions={edits && { ...edits, rename: () => setRenaming(true) }}
            refresh={rows.refresh}
            asTable={asTable}
            onAsTable={setAsTable}
            files={files}
          />
        </div>
      </header>
      <div className="min-h-0 flex-1 px-3 pb-3">
        <WidgetFace
          widget={widget}
          state={near ? rows : loading}
          asTable={asTable}
          onRetry={rows.refresh}
          onAsk={edits?.askAboutError}
          onMark={setMark}
          onNotes={setNotes}
          picture={picture}
        />
      </div>
      {mark && ready && (
        <MarkDialog
          title={named}
          mark={mark}
          rows={ready.rows}
          origin={rows.origin}
          onAsk={
            edits?.askAboutMark &&
            (() => {
              setMark(null);
              edits.askAboutMark?.(mark);
            })
          }
          onClose={() => setMark(null)}
        />
      )}
    </article>
  );
});

const loading = { status: "loading" } as const;

/** Something to know before one trusts the picture. */
function Flag({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        className="canvas-still shrink-0 rounded-full bg-warning-soft px-1.5 text-2xs text-warning"
      >
        {children}
      </button>
    </Tooltip>
  );
}
