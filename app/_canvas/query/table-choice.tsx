"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { TextInput } from "@/app/_ui/text-input";
import { usePerson } from "@/app/_ui/use-person";
import type { PostgresCatalog } from "@/lib/sources/schema";

type Table = PostgresCatalog["tables"][number];

/** A database's tables to choose from. */
export function TableChoice({
  tables,
  chosen,
  onChange,
  keyOf,
}: {
  tables: Table[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  keyOf: (table: Table) => string;
}) {
  const [search, setSearch] = useState("");
  const { locale } = usePerson();
  const found = tables.filter((table) => keyOf(table).toLowerCase().includes(search.trim().toLowerCase()));
  const all = found.length > 0 && found.every((table) => chosen.has(keyOf(table)));
  function put(keys: string[], wanted: boolean): void {
    const next = new Set(chosen);
    for (const key of keys) wanted ? next.add(key) : next.delete(key);
    onChange(next);
  }
  return (
    <fieldset>
      <legend className="sr-only">Tables that may be seen</legend>
      <div className="mb-2 flex gap-2">
        <TextInput
          aria-label="Find a table"
          placeholder="Find a table"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button onClick={() => put(found.map(keyOf), !all)} disabled={found.length === 0}>
          {all ? "None" : "All"}
        </Button>
      </div>
      <ul className="max-h-64 overflow-y-auto rounded-md border">
        {found.map((table) => (
          <li key={keyOf(table)} className="border-b last:border-b-0">
            <label className="flex cursor-pointer items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-hover">
              <input
                type="checkbox"
                checked={chosen.has(keyOf(table))}
                onChange={(event) => put([keyOf(table)], event.target.checked)}
                className="accent-accent"
              />
              <span className="min-w-0 truncate">
                {table.schema !== "public" && <span className="text-ink-faint">{table.schema}.</span>}
                {table.name}
              </span>
              <span className="ml-auto shrink-0 text-ink-faint text-xs tabular-nums">
                {table.columns.length} columns, about {table.rowCount.toLocaleString(locale)} rows
              </span>
            </label>
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-3 py-2 text-ink-muted text-sm">No table that this user may read.</li>
        )}
      </ul>
    </fieldset>
  );
}
