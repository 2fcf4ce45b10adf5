"use client";

import {
  ChevronDown,
  Database,
  FileText,
  FileUp,
  History,
  LayoutDashboard,
  SquareTerminal,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { useDashboards } from "@/app/_canvas/data/use-dashboard";
import type { Target } from "@/app/_canvas/follow/follow";
import { newQueryId } from "@/app/_canvas/query/new-query";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/app/_ui/menu";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";
import type { Workspace } from "@/lib/workspace/schema";

type Props = {
  workspace: Workspace;
  target: Target | null;
  title: string;
  onOpen: (target: Target) => void;
  changesOpen: boolean;
  onChanges: () => void;
  status: ReactNode;
  onCreate: (kind: { report: boolean }) => void;
  onImport: () => void;
  onTrash: () => void;
};

/** What is open, what else there is, and what was done. */
export function TopBar({
  workspace,
  target,
  title,
  onOpen,
  changesOpen,
  onChanges,
  status,
  onCreate,
  onImport,
  onTrash,
}: Props) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b bg-surface px-3">
      <Menu
        align="start"
        trigger={
          <Button variant="ghost" className="min-w-0 max-w-72 shrink px-2">
            <TargetIcon kind={target?.kind ?? "dashboard"} />
            <span className="min-w-0 truncate text-ink">{title}</span>
            <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
          </Button>
        }
      >
        <Choices workspace={workspace} onOpen={onOpen} />
        <MenuSeparator />
        <MenuItem icon={<LayoutDashboard />} onSelect={() => onCreate({ report: false })}>
          New dashboard
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => onCreate({ report: true })}>
          New report
        </MenuItem>
        <MenuItem icon={<FileUp />} onSelect={onImport}>
          Import a dashboard…
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={onTrash}>
          Trash…
        </MenuItem>
      </Menu>
      <div className="min-w-0 flex-1" />
      {status}
      <IconButton
        label="New query"
        active={target?.kind === "query" && target.id === newQueryId}
        onClick={() => onOpen({ kind: "query", id: newQueryId })}
      >
        <SquareTerminal />
      </IconButton>
      <IconButton label="What Kaboo did" active={changesOpen} onClick={onChanges}>
        <History />
      </IconButton>
    </div>
  );
}

const icons = { dashboard: LayoutDashboard, query: SquareTerminal, source: Database };

export function TargetIcon({ kind }: { kind: Target["kind"] }) {
  const Icon = icons[kind];
  return <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />;
}

function Choices({ workspace, onOpen }: Pick<Props, "workspace" | "onOpen">) {
  const library = useDashboards();
  const boards = Object.entries(workspace.dashboards);
  const queries = Object.entries(workspace.queries);
  const sources = Object.entries(workspace.sources);
  const elsewhere = (library.data ?? []).filter(({ id }) => !(id in workspace.dashboards));
  const { locale } = usePerson();
  const now = useNow();
  // Boards of one name are told apart by when they were last changed.
  const changedAt = new Map(library.data?.map(({ id, updatedAt }) => [id, updatedAt]));
  const entry = (target: Target, title: string) => {
    const at = changedAt.get(target.id);
    return (
      <MenuItem
        key={target.id}
        icon={<TargetIcon kind={target.kind} />}
        onSelect={() => onOpen(target)}
        shortcut={
          at && <span className="shrink-0 pl-3 text-ink-faint text-xs">{agoOf(at, now, locale)}</span>
        }
      >
        {title}
      </MenuItem>
    );
  };
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      {boards.length > 0 && <MenuLabel>In this conversation</MenuLabel>}
      {boards.map(([id, { title }]) => entry({ kind: "dashboard", id }, title))}
      {queries.length > 0 && <MenuLabel>Queries</MenuLabel>}
      {queries.map(([id, { title }]) => entry({ kind: "query", id }, title))}
      {sources.length > 0 && <MenuLabel>Sources</MenuLabel>}
      {sources.map(([id, { title }]) => entry({ kind: "source", id }, title))}
      {elsewhere.length > 0 && <MenuLabel>{boards.length > 0 ? "Other dashboards" : "Dashboards"}</MenuLabel>}
      {elsewhere.slice(0, 50).map(({ id, title }) => entry({ kind: "dashboard", id }, title))}
      {boards.length + queries.length + elsewhere.length === 0 && (
        <p className="px-2 py-2 text-ink-muted text-sm">
          {library.isPending ? "Loading…" : "No dashboards yet."}
        </p>
      )}
    </div>
  );
}
