"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { type Command, type CommandGroup, matchCommands } from "./commands";
import { type Sheet, useCommands } from "./use-commands";

/** Everything by its name: commands, conversations, and the library of dashboards, queries and tables. */
export default function Palette({
  onClose,
  onSheet,
}: {
  onClose: () => void;
  onSheet: (sheet: Sheet) => void;
}) {
  const [search, setSearch] = useState("");
  const { commands, isPending } = useCommands(onSheet);
  const groups = useMemo(() => matchCommands(commands, search), [commands, search]);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-100 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label="Command palette"
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(600px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border bg-raised shadow-popup outline-none transition-opacity duration-100 data-starting-style:opacity-0"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={search}
            onValueChange={setSearch}
            itemToStringValue={(command: Command) => command.label}
          >
            <div className="flex h-12 shrink-0 items-center gap-2.5 border-b px-4">
              <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              <Autocomplete.Input
                aria-label="Find a command, conversation, dashboard or query"
                placeholder="Find a command, conversation, dashboard or query…"
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint"
              />
            </div>
            <Autocomplete.Empty className="px-4 text-ink-muted text-sm">
              {groups.length === 0 && (
                <p className="py-4">{isPending ? "Looking…" : "Nothing by that name."}</p>
              )}
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                  <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 font-medium text-ink-faint text-xs">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => run(command)}
                        className="flex h-9 cursor-default select-none items-center gap-3 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-hover"
                      >
                        <span className="min-w-0 flex-1 truncate">{command.label}</span>
                        {command.hint && (
                          <span className="shrink-0 text-ink-faint text-xs">{command.hint}</span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
