"use client";

import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useAsk } from "@/app/_canvas/dashboard/ask";
import { BoardHead } from "@/app/_canvas/dashboard/board-head";
import { BoardMenu } from "@/app/_canvas/dashboard/board-menu";
import { tilesOf } from "@/app/_canvas/dashboard/board-tiles";
import { ConflictDialog } from "@/app/_canvas/dashboard/conflict-dialog";
import { Grid } from "@/app/_canvas/dashboard/grid";
import { folded } from "@/app/_canvas/dashboard/sections";
import { useBoardEdits } from "@/app/_canvas/dashboard/use-board-edits";
import { useFolds } from "@/app/_canvas/dashboard/use-folds";
import { type PlotCalls, useGhosts } from "@/app/_canvas/dashboard/use-ghosts";
import { printBoard, usePaper } from "@/app/_canvas/dashboard/use-paper";
import { usePointedOut } from "@/app/_canvas/dashboard/use-pointed-out";
import { useRefresh } from "@/app/_canvas/dashboard/use-refresh";
import { useTouches } from "@/app/_canvas/dashboard/use-touches";
import { useUndoKeys } from "@/app/_canvas/dashboard/use-undo-keys";
import { WidgetPanel } from "@/app/_canvas/dashboard/widget-panel";
import { useEditDashboard } from "@/app/_canvas/data/use-edit-dashboard";
import { useKeeping } from "@/app/_canvas/data/use-keeping";
import { PrintedValues } from "@/app/_canvas/variables/printed-values";
import { useVariables } from "@/app/_canvas/variables/use-variables";
import { VariablesBar } from "@/app/_canvas/variables/variables-bar";
import { VariablesDialog } from "@/app/_canvas/variables/variables-dialog";
import { paramsOf } from "@/lib/dashboards/params";
import type { Dashboard, Variable } from "@/lib/dashboards/schema";

export type BoardProps = {
  dashboard: Dashboard;
  /** The version it is cached under. */
  shownKey: number;
  readOnly?: boolean;
  plotCalls?: PlotCalls;
  /** Agents by the widget they are working on. */
  touchedBy?: ReadonlyMap<string, string>;
  pointed?: { widgets: string[]; seq: number } | null;
  selected?: string | null;
  onSelect?: (widgetId: string | null) => void;
  /** The person scrolled or changed something. */
  onTouch?: () => void;
  onOpenQuery?: (id: string) => void;
  /** Opens the log of what was done to a widget. */
  onShowChanges?: (widget: { id: string; title: string }) => void;
  /** Tells the agents of a variable the person has set (C6). Without it the value is stored, where it may be. */
  onVariable?: ((variable: Variable) => void) | undefined;
  /** Whether the address names the board, beside what else it says. */
  boardInAddress?: boolean;
  actions?: ReactNode;
  /** A dashboard that has come to be, such as a copy. */
  onMade?: (dashboard: Dashboard) => void;
  /** The board is in the trash. */
  onGone?: () => void;
};

const nobody: ReadonlyMap<string, string> = new Map();
const noCalls: PlotCalls = { live: [], written: () => undefined };
const noIds: ReadonlySet<string> = new Set();
const nothing = () => {};

/** One dashboard: its head, variables, widgets and ghosts, and the panel to edit one. */
export function Board(props: BoardProps) {
  const { dashboard, shownKey, readOnly = false, plotCalls = noCalls, touchedBy = nobody } = props;
  const {
    pointed = null,
    selected = null,
    onSelect = nothing,
    onTouch = nothing,
    onOpenQuery = nothing,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const ask = useAsk();
  const editing = useEditDashboard(dashboard, shownKey);
  const [panel, setPanel] = useState<"add" | { edit: string } | null>(null);
  const { ghosts, keyOf } = useGhosts(dashboard, plotCalls, dashboard.version < shownKey);
  const openEditor = useCallback((widgetId: string) => setPanel({ edit: widgetId }), []);
  const edits = useBoardEdits({
    ...{ dashboard, editing, ask, openEditor, onTouch },
    showChanges: props.onShowChanges,
  });
  const { closed, toggle } = useFolds(dashboard);
  const sections = useMemo(() => folded(dashboard.widgets, closed), [dashboard.widgets, closed]);
  const { refresh, every, choose } = useRefresh(dashboard.id);
  const keeping = useKeeping(props.onMade ?? nothing);
  const store = (variable: Variable) =>
    edits.dashboard({
      variables: dashboard.variables.map((each) => (each.name === variable.name ? variable : each)),
    });
  useUndoKeys(readOnly ? null : (which) => void edits.undoOwn(which));
  const { variables, set } = useVariables(dashboard, {
    tell: props.onVariable ?? (readOnly ? null : store),
    boardInAddress: props.boardInAddress ?? false,
  });
  const params = useMemo(() => paramsOf(variables), [variables]);
  const [managing, setManaging] = useState(false);
  const present = useMemo(
    () => new Set(dashboard.widgets.map(({ id }) => id).filter((id) => pointed?.widgets.includes(id))),
    [dashboard.widgets, pointed],
  );
  const pulsing = usePointedOut(scroller, present, pointed?.seq ?? 0);
  useTouches(scroller, onTouch);
  usePaper();

  const tiles = tilesOf({
    ...{ dashboard, sections, closed, toggle, ghosts, keyOf, params, selected, onSelect, touchedBy },
    pointed: { ids: pulsing ? present : noIds, seq: pointed?.seq ?? 0 },
    onOpenQuery: props.onOpenQuery,
    editsOf: readOnly ? null : edits.of,
  });
  const edited =
    panel && panel !== "add" ? (dashboard.widgets.find(({ id }) => id === panel.edit) ?? null) : null;

  return (
    <div className="flex min-h-0 flex-1" data-paper>
      <div ref={scroller} className="min-w-0 flex-1 overflow-y-auto" data-board={dashboard.id} data-paper>
        <div className={`mx-auto space-y-4 p-4 ${dashboard.report ? "max-w-4xl" : "max-w-600"}`}>
          <BoardHead
            dashboard={dashboard}
            onEdit={readOnly ? null : edits.dashboard}
            onAdd={readOnly ? null : () => setPanel("add")}
            actions={props.actions}
            menu={
              <BoardMenu
                actions={{
                  ...{ refresh, every, onEvery: choose },
                  print: () => printBoard(dashboard.id, props.boardInAddress ?? false),
                  exportFile: () => keeping.exportFile.mutate(dashboard),
                  openAlone: props.boardInAddress
                    ? () => window.location.assign(`/dashboards/${encodeURIComponent(dashboard.id)}`)
                    : undefined,
                  change: readOnly
                    ? null
                    : {
                        addSection: () =>
                          void edits.add({
                            title: "New section",
                            kind: "text",
                            text: "",
                            spec: { section: true },
                          }),
                        variables: () => setManaging(true),
                        duplicate: () => keeping.duplicate.mutate(dashboard.id),
                        remove: () => keeping.remove.mutate(dashboard, { onSuccess: () => props.onGone?.() }),
                      },
                }}
              />
            }
          />
          <PrintedValues variables={variables} />
          <VariablesBar
            variables={variables}
            onChange={(variable) => {
              onTouch();
              set(variable);
            }}
            onManage={readOnly ? null : () => setManaging(true)}
          />
          {tiles.length === 0 ? (
            <p className="rounded-lg border border-dashed px-4 py-16 text-center text-ink-muted text-sm">
              No widgets yet. Ask Kaboo for one{readOnly ? "." : ", or add one yourself."}
            </p>
          ) : (
            <Grid
              tiles={tiles}
              onPlace={
                readOnly
                  ? null
                  : (id, layout) => edits.place(id, { ...layout, y: layout.y + sections.shift(layout.y) })
              }
            />
          )}
        </div>
      </div>
      {panel && (panel === "add" || edited) && (
        <div className="absolute inset-y-0 right-0 z-20 flex max-w-full shadow-popup @5xl:static @5xl:shadow-none">
          <WidgetPanel
            key={edited?.id ?? "add"}
            widget={edited}
            onEdit={(edit) => edits.save(edited?.id ?? "", edit)}
            onAdd={edits.add}
            onOpenQuery={onOpenQuery}
            onClose={() => setPanel(null)}
          />
        </div>
      )}
      {managing && (
        <VariablesDialog
          variables={dashboard.variables}
          onSave={(next) => edits.dashboard({ variables: next })}
          onClose={() => setManaging(false)}
        />
      )}
      {editing.conflict && <ConflictDialog conflict={editing.conflict} onSettle={editing.settle} />}
      <p aria-live="polite" className="sr-only">
        {edits.announcement}
      </p>
    </div>
  );
}
