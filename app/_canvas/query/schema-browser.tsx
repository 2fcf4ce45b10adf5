"use client";

import { ChevronRight, Plug, Table2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { TextInput } from "@/app/_ui/text-input";
import { usePerson } from "@/app/_ui/use-person";
import type { SourceTable } from "@/lib/sources/schema";

const plain = /^[a-z_][a-z0-9_.]*$/;

/** A name as it stands in SQL. */
const sqlName = (name: string) => (plain.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** The tables there are with their columns; a click writes a name where the cursor is. */
export function SchemaBrowser({
  tables,
  onInsert,
  onConnect,
}: {
  tables: readonly SourceTable[];
  onInsert: (text: string) => void;
  onConnect: () => void;
}) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = tables.filter(
    ({ name, columns }) =>
      name.toLowerCase().includes(wanted) ||
      columns.some((column) => column.name.toLowerCase().includes(wanted)),
  );
  return (
    <nav aria-label="Tables" className="flex h-full min-h-0 flex-col">
      <div className="p-2">
        <TextInput
          aria-label="Find a table or column"
          placeholder="Find a table or column"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="h-7 text-xs"
        />
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {found.map((table) => (
          <Entry key={table.name} table={table} wanted={wanted} onInsert={onInsert} />
        ))}
        {found.length === 0 && <li className="px-2 py-1 text-ink-faint text-xs">Nothing by that name.</li>}
      </ul>
      <div className="border-t p-1.5">
        <Button size="sm" variant="ghost" className="w-full" onClick={onConnect}>
          <Plug className="size-3.5" aria-hidden="true" />
          Connect a database
        </Button>
      </div>
    </nav>
  );
}

type EntryProps = { table: SourceTable; wanted: string; onInsert: (text: string) => void };

function Entry({ table: { name, rowCount, columns }, wanted, onInsert }: EntryProps) {
  const [opened, setOpened] = useState(false);
  const { locale } = usePerson();
  const open = opened || wanted !== "";
  return (
    <li>
      <div className="flex items-center rounded-md hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Columns of ${name}`}
          onClick={() => setOpened(!open)}
          className="flex size-6 shrink-0 items-center justify-center text-ink-faint"
        >
          <ChevronRight
            className={cx("size-3.5 transition-transform", open && "rotate-90")}
            aria-hidden="true"
          />
        </button>
        <button
          type="button"
          title={`Insert ${name}`}
          onClick={() => onInsert(sqlName(name))}
          className="flex min-w-0 flex-1 items-center gap-1.5 py-1 pr-2 text-left text-xs"
        >
          <Table2 className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
          <span className="truncate">{name}</span>
          <span className="ml-auto shrink-0 text-2xs text-ink-faint tabular-nums">
            {new Intl.NumberFormat(locale, { notation: "compact" }).format(rowCount)}
          </span>
        </button>
      </div>
      {open && (
        <ul className="mb-1 ml-6 border-l pl-1.5">
          {columns.map((column) => (
            <li key={column.name}>
              <button
                type="button"
                title={`Insert ${column.name}`}
                onClick={() => onInsert(sqlName(column.name))}
                className="flex w-full items-baseline gap-2 rounded-md px-1.5 py-0.5 text-left text-xs hover:bg-hover"
              >
                <span className="min-w-0 truncate">{column.name}</span>
                <span className="ml-auto max-w-24 shrink-0 truncate text-2xs text-ink-faint">
                  {column.type.toLowerCase()}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
