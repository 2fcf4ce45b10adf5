"use client";

import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { everything } from "@/app/_canvas/changes/filter";
import { AskKaboo, type Question } from "@/app/_canvas/dashboard/ask";
import { useDashboards } from "@/app/_canvas/data/use-dashboard";
import { useKeeping } from "@/app/_canvas/data/use-keeping";
import { useSavedQuery } from "@/app/_canvas/data/use-queries";
import { useSources } from "@/app/_canvas/data/use-sources";
import { EmptyCanvas } from "@/app/_canvas/empty-canvas";
import type { Target } from "@/app/_canvas/follow/follow";
import { FollowPill } from "@/app/_canvas/follow/follow-pill";
import { useFollow } from "@/app/_canvas/follow/use-follow";
import { useOtherAssistants } from "@/app/_canvas/follow/use-other-assistants";
import {
  ChangesPanel,
  DashboardView,
  expectDashboard,
  OldVersion,
  QueryView,
  SourceView,
  TrashDialog,
} from "@/app/_canvas/panes";
import { newQueryId } from "@/app/_canvas/query/new-query";
import { TopBar } from "@/app/_canvas/top-bar";
import { touchedBy } from "@/app/_canvas/touching";
import { useCanvasContext } from "@/app/_canvas/use-canvas-context";
import { useFreshness } from "@/app/_canvas/use-freshness";
import { valueWords, variableLabel } from "@/app/_canvas/variables/variable-words";
import {
  useAgentPresence,
  useKabooAction,
  useLiveToolCalls,
  useWorkspace,
  useWrittenArguments,
} from "@/app/_session";
import { cx } from "@/app/_ui/class-names";
import { usePerson } from "@/app/_ui/use-person";
import type { Dashboard } from "@/lib/dashboards/schema";
import type { Workspace } from "@/lib/workspace/schema";

/** What the agents build and the person edits, beside the chat. */
export function Canvas({ threadId }: { threadId: string }) {
  const workspace = useWorkspace();
  const act = useKabooAction();
  const { locale } = usePerson();
  const agents = useAgentPresence().map(({ agent }) => agent);
  const atWork = agents.length > 0;
  useEffect(() => {
    if (atWork) expectDashboard();
  }, [atWork]);
  const controls = useFollow(workspace.focus, agents.length > 0);
  const live = useLiveToolCalls("dashboard___plot_widgets");
  const written = useWrittenArguments();
  const plotCalls = useMemo(() => ({ live, written }), [live, written]);
  const dashboardCalls = useLiveToolCalls("dashboard___*_widgets");
  const library = useDashboards();
  const [shown, setShown] = useState<Dashboard | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [changesOpen, setChangesOpen] = useState(false);
  const [filter, setFilter] = useState(everything);
  const heard = useFreshness(workspace);
  useOtherAssistants(threadId, controls, agents.length > 0);
  const { target, pointed } = controls.state;
  const boardId = target?.kind === "dashboard" ? target.id : null;
  const [old, setOld] = useState<{ id: string; version: number } | null>(null);
  const previewed = old?.id === boardId ? old : null;
  const touched = useMemo(() => touchedBy(boardId ?? "", dashboardCalls), [boardId, dashboardCalls]);
  useCanvasContext(boardId ? shown : null, selected, target);

  const { open } = controls;
  const openQuery = useCallback((id: string) => open({ kind: "query", id }), [open]);
  const openMade = ({ id }: Dashboard) => controls.open({ kind: "dashboard", id });
  const keeping = useKeeping(openMade);
  const [trashOpen, setTrashOpen] = useState(false);
  const importInput = useRef<HTMLInputElement>(null);
  const title = useTitle(target, shown, missing, workspace);
  const newest = library.data?.[0];
  const ask = ({ action, message }: Question) => act(action, message);
  return (
    <AskKaboo send={ask}>
      <section aria-label="Canvas" className="@container relative flex size-full min-h-0 flex-col bg-canvas">
        <TopBar
          workspace={workspace}
          target={target}
          title={title}
          onOpen={controls.open}
          changesOpen={changesOpen}
          onChanges={() => setChangesOpen((open) => !open)}
          onCreate={keeping.create.mutate}
          onImport={() => importInput.current?.click()}
          onTrash={() => setTrashOpen(true)}
          status={<FollowPill controls={controls} agents={agents} />}
        />
        <input
          ref={importInput}
          type="file"
          accept=".json,application/json"
          aria-label="Dashboard to import"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) keeping.importFile.mutate(file);
          }}
        />
        {trashOpen && (
          <Suspense>
            <TrashDialog onRestore={(id) => keeping.recover.mutate(id)} onClose={() => setTrashOpen(false)} />
          </Suspense>
        )}
        <div className="relative flex min-h-0 flex-1">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <Suspense>
              {previewed && (
                <OldVersion id={previewed.id} version={previewed.version} onClose={() => setOld(null)} />
              )}
              {target?.kind === "dashboard" && !previewed && (
                <DashboardView
                  id={target.id}
                  version={workspace.dashboards[target.id]?.version ?? 0}
                  plotCalls={plotCalls}
                  touchedBy={touched}
                  pointed={pointed}
                  selected={selected}
                  onSelect={setSelected}
                  onTouch={controls.touch}
                  onShown={setShown}
                  onMissing={setMissing}
                  onOpenQuery={openQuery}
                  onVariable={(variable) =>
                    act(
                      {
                        ...{ kind: "variable_changed", dashboardId: target.id },
                        ...{ name: variable.name, value: variable.value },
                      },
                      `${variableLabel(variable)} is ${valueWords(variable, locale)}`,
                      { quiet: true },
                    )
                  }
                  boardInAddress
                  onMade={openMade}
                  onGone={() => {
                    const next = library.data?.find(({ id }) => id !== target.id);
                    if (next) controls.open({ kind: "dashboard", id: next.id });
                    else controls.resume();
                  }}
                  onShowChanges={(widget) => {
                    setFilter({ ...everything, widget });
                    setChangesOpen(true);
                  }}
                />
              )}
              {target?.kind === "query" && <QueryView id={target.id} onOpen={controls.open} />}
              {target?.kind === "source" && (
                <SourceView key={target.table} id={target.id} table={target.table} />
              )}
              {target === null && (
                <EmptyCanvas
                  onCreate={() => keeping.create.mutate({ report: false })}
                  onBrowse={newest ? () => controls.open({ kind: "dashboard", id: newest.id }) : null}
                />
              )}
            </Suspense>
          </div>
          {changesOpen && (
            <div
              className={cx(
                "absolute inset-y-0 right-0 z-20 max-w-full shadow-popup @5xl:static @5xl:flex @5xl:shadow-none",
                // Where there is no room for both, the version that is looked at comes first.
                previewed ? "hidden" : "flex",
              )}
            >
              <Suspense>
                <ChangesPanel
                  threadId={threadId}
                  tick={`${workspace.changes.length}:${workspace.changes.at(-1)?.at ?? ""}:${workspace.changes[0]?.at ?? ""}:${heard}`}
                  dashboard={boardId && shown?.id === boardId ? shown : null}
                  filter={filter}
                  onFilter={setFilter}
                  previewed={previewed?.version ?? null}
                  onPreview={(version) =>
                    setOld(boardId && version !== null ? { id: boardId, version } : null)
                  }
                  onOpen={controls.open}
                  onClose={() => {
                    setChangesOpen(false);
                    setOld(null);
                  }}
                />
              </Suspense>
            </div>
          )}
        </div>
      </section>
    </AskKaboo>
  );
}

/** What is open, by its name. */
function useTitle(
  target: Target | null,
  shown: Dashboard | null,
  missing: string | null,
  workspace: Workspace,
): string {
  const query = useSavedQuery(
    target?.kind === "query" && target.id !== newQueryId ? target.id : undefined,
  ).data;
  const sources = useSources().data;
  if (!target) return "Open…";
  switch (target.kind) {
    case "dashboard":
      if (shown?.id === target.id) return shown.title;
      if (missing === target.id) return "Deleted dashboard";
      return workspace.dashboards[target.id]?.title ?? "Dashboard";
    case "query":
      if (target.id === newQueryId) return "New query";
      return query?.title ?? workspace.queries[target.id]?.title ?? "Query";
    case "source":
      return sources?.find(({ id }) => id === target.id)?.title ?? "Source";
    default:
      return target satisfies never;
  }
}
