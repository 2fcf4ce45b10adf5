"use client";

import { Component, type ReactNode, type Ref } from "react";
import { ChartView, type PictureHandle } from "@/app/_canvas/charts/chart-view";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { Broken, Empty, Loading } from "@/app/_canvas/charts/faces";
import { missingColumn } from "@/app/_canvas/charts/named-columns";
import { NumberView } from "@/app/_canvas/charts/number-view";
import { PivotView } from "@/app/_canvas/charts/pivot-view";
import { TableView } from "@/app/_canvas/charts/table-view";
import { TextView } from "@/app/_canvas/charts/text-view";
import type { Widget } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

export type WidgetRows =
  | { status: "loading" }
  | { status: "failed"; message: string }
  | { status: "ready"; rows: Rows; asOf: string };

type Drawn = {
  onMark?: ((mark: Mark) => void) | undefined;
  onNotes?: ((notes: string[]) => void) | undefined;
  picture?: Ref<PictureHandle> | undefined;
};
type Actions = { onAsk?: ((message: string) => void) | undefined; onRetry?: (() => void) | undefined };

/** A widget without its frame: its picture, or why there is none. */
export function WidgetFace({
  widget,
  state,
  asTable = false,
  onMark,
  onNotes,
  picture,
  ...actions
}: { widget: Widget; state: WidgetRows; asTable?: boolean } & Actions & Drawn) {
  if (widget.kind === "text") return <TextView text={widget.text} />;
  if (state.status === "loading") return <Loading kind={widget.kind} />;
  if (state.status === "failed") return <BrokenFace message={state.message} {...actions} />;
  const missing = missingColumn(widget, state.rows);
  if (missing) return <BrokenFace message={missing} {...actions} />;
  if (state.rows.rows.length === 0) return <Empty />;
  return (
    <Guard key={JSON.stringify(widget.spec)} rows={state.rows} {...actions}>
      <Picture
        widget={widget}
        rows={state.rows}
        asTable={asTable}
        onMark={onMark}
        onNotes={onNotes}
        picture={picture}
      />
    </Guard>
  );
}

const everyColumn = {};

function Picture({
  widget,
  rows,
  asTable,
  onMark,
  onNotes,
  picture,
}: {
  widget: Exclude<Widget, { kind: "text" }>;
  rows: Rows;
  asTable: boolean;
} & Drawn) {
  if (asTable) return <TableView spec={everyColumn} rows={rows} label={widget.title} onMark={onMark} />;
  switch (widget.kind) {
    case "number":
      return (
        <NumberView spec={widget.spec} rows={rows} label={widget.title || "The number"} onMark={onMark} />
      );
    case "table":
      return <TableView spec={widget.spec} rows={rows} label={widget.title} onMark={onMark} />;
    case "pivot":
      return <PivotView spec={widget.spec} rows={rows} label={widget.title} />;
    default:
      return (
        <ChartView
          chart={widget}
          rows={rows}
          label={widget.title || widget.kind}
          onMark={onMark}
          onNotes={onNotes}
          ref={picture}
        />
      );
  }
}

function BrokenFace({ message, onAsk, onRetry }: { message: string } & Actions) {
  return <Broken message={message} onRetry={onRetry} onAsk={onAsk && (() => onAsk(message))} />;
}

type GuardProps = { rows: Rows; children: ReactNode } & Actions;
type GuardState = { failed: { message: string; rows: Rows } | null };

/** A spec that doesn't fit its rows breaks its own widget only, and is tried again with the next rows. */
class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { failed: null };

  static getDerivedStateFromError(error: unknown): GuardState | null {
    return {
      failed: { message: error instanceof Error ? error.message : "This can't be drawn.", rows: noRows },
    };
  }

  static getDerivedStateFromProps(props: GuardProps, state: GuardState): GuardState | null {
    if (!state.failed) return null;
    if (state.failed.rows === noRows) return { failed: { ...state.failed, rows: props.rows } };
    return state.failed.rows === props.rows ? null : { failed: null };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return <BrokenFace message={failed.message} onAsk={this.props.onAsk} onRetry={this.props.onRetry} />;
  }
}

const noRows: Rows = { columns: [], rows: [], truncated: false };
