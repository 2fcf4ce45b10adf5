"use client";

import {
  Copy,
  Ellipsis,
  ExternalLink,
  FileJson,
  Heading,
  Printer,
  RefreshCw,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import { type RefreshEvery, refreshChoices } from "@/app/_canvas/dashboard/use-refresh";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from "@/app/_ui/menu";

export type BoardActions = {
  refresh: () => void;
  every: RefreshEvery;
  onEvery: (every: RefreshEvery) => void;
  print: () => void;
  exportFile: () => void;
  /** The page the board has to itself; absent there. */
  openAlone: (() => void) | undefined;
  /** Absent where nothing can be changed. */
  change: { addSection: () => void; variables: () => void; duplicate: () => void; remove: () => void } | null;
};

/** What can be done with a board as a whole. */
export function BoardMenu({ actions }: { actions: BoardActions }) {
  const { change } = actions;
  return (
    <Menu
      trigger={
        <IconButton label="Menu of the dashboard">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<RefreshCw />} onSelect={actions.refresh}>
        Refresh all
      </MenuItem>
      <MenuLabel>Refresh by itself</MenuLabel>
      <MenuRadioGroup
        label="Refresh by itself"
        value={actions.every}
        options={refreshChoices}
        onChange={actions.onEvery}
      />
      <MenuSeparator />
      {change && (
        <>
          <MenuItem icon={<Heading />} onSelect={change.addSection}>
            Add a section
          </MenuItem>
          <MenuItem icon={<SlidersHorizontal />} onSelect={change.variables}>
            Variables…
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Printer />} onSelect={actions.print}>
        Print or save as PDF
      </MenuItem>
      <MenuItem icon={<FileJson />} onSelect={actions.exportFile}>
        Save as a file
      </MenuItem>
      {actions.openAlone && (
        <MenuItem icon={<ExternalLink />} onSelect={actions.openAlone}>
          Open on its own page
        </MenuItem>
      )}
      {change && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Copy />} onSelect={change.duplicate}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={change.remove}>
            Move to the trash
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
