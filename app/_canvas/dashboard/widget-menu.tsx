"use client";

import {
  Copy,
  Ellipsis,
  FileSpreadsheet,
  History,
  Image as ImageIcon,
  Pencil,
  RefreshCw,
  Settings2,
  Sparkles,
  Table2,
  Trash2,
} from "lucide-react";
import { kindIcons, kindNames } from "@/app/_canvas/dashboard/kinds";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/app/_ui/menu";
import { type Widget, type WidgetKind, widgetKinds } from "@/lib/dashboards/schema";

export type WidgetActions = {
  ask?: (() => void) | undefined;
  rename: () => void;
  edit: () => void;
  changeKind: (kind: WidgetKind) => void;
  duplicate: () => void;
  remove: () => void;
  showChanges?: (() => void) | undefined;
};

/** What of a widget can be had as a file; null where there is nothing to have yet. */
export type WidgetFiles = { csv: (() => void) | null; png: (() => void) | null };

const quickKinds = widgetKinds.filter((kind) => kind !== "text" && kind !== "pivot" && kind !== "heatmap");

export function WidgetMenu({
  widget,
  actions,
  refresh,
  asTable,
  onAsTable,
  files,
}: {
  files: WidgetFiles;
  widget: Widget;
  actions: WidgetActions | null;
  refresh: () => void;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}) {
  const drawn = widget.kind !== "text" && widget.kind !== "table";
  return (
    <Menu
      trigger={
        <IconButton label={`Menu of ${widget.title || kindNames[widget.kind]}`} size="sm">
          <Ellipsis />
        </IconButton>
      }
    >
      {actions?.ask && (
        <>
          <MenuItem icon={<Sparkles />} onSelect={actions.ask}>
            Ask Kaboo about this
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {drawn && (
        <MenuItem icon={<Table2 />} onSelect={() => onAsTable(!asTable)}>
          {asTable ? "Show as chart" : "Show as table"}
        </MenuItem>
      )}
      {widget.kind !== "text" && (
        <MenuItem icon={<RefreshCw />} onSelect={refresh}>
          Refresh
        </MenuItem>
      )}
      {files.csv && (
        <MenuItem icon={<FileSpreadsheet />} onSelect={files.csv}>
          Save as CSV
        </MenuItem>
      )}
      {files.png && (
        <MenuItem icon={<ImageIcon />} onSelect={files.png}>
          Save as PNG
        </MenuItem>
      )}
      {actions?.showChanges && (
        <MenuItem icon={<History />} onSelect={actions.showChanges}>
          What was done to it
        </MenuItem>
      )}
      {actions && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Settings2 />} onSelect={actions.edit}>
            Edit…
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={actions.rename}>
            Rename
          </MenuItem>
          <MenuItem icon={<Copy />} onSelect={actions.duplicate}>
            Duplicate
          </MenuItem>
          {widget.kind !== "text" && (
            <>
              <MenuLabel>Change kind</MenuLabel>
              <div className="grid grid-cols-4 gap-0.5 px-1 pb-1">
                {quickKinds.map((kind) => (
                  <KindItem key={kind} kind={kind} current={widget.kind} onSelect={actions.changeKind} />
                ))}
              </div>
            </>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={actions.remove}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function KindItem({
  kind,
  current,
  onSelect,
}: {
  kind: WidgetKind;
  current: WidgetKind;
  onSelect: (kind: WidgetKind) => void;
}) {
  const Icon = kindIcons[kind];
  return (
    <MenuItem disabled={kind === current} onSelect={() => onSelect(kind)}>
      <span className="flex justify-center" title={kindNames[kind]}>
        <Icon aria-hidden="true" />
        <span className="sr-only">{kindNames[kind]}</span>
      </span>
    </MenuItem>
  );
}
