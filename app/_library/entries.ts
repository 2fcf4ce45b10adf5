import type { DashboardEntry } from "@/lib/dashboards/schema";
import type { Query } from "@/lib/queries/schema";
import type { Source } from "@/lib/sources/schema";

export type LibraryKind = "dashboard" | "query" | "table";

/** Something with a name that can be opened. `search` is the address that opens it; `words` what it is found by. */
export type LibraryEntry = {
  kind: LibraryKind;
  id: string;
  title: string;
  detail: string;
  updatedAt: string | null;
  search: string;
  words: string;
};

export function libraryOf(
  dashboards: readonly DashboardEntry[],
  queries: readonly Query[],
  sources: readonly Source[],
): LibraryEntry[] {
  const made = [
    ...dashboards.map(({ id, title, widgetCount, updatedAt }) =>
      entry("dashboard", id, title, counted(widgetCount, "widget"), updatedAt, { board: id }),
    ),
    ...queries.map(({ id, title, description, columns, sql, updatedAt }) => {
      const names = columns.map(({ name }) => name).join(", ");
      const found = entry("query", id, title, description || names, updatedAt, { query: id });
      return { ...found, words: `${found.words} ${names} ${sql}`.toLowerCase() };
    }),
  ].sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  const tables = sources.flatMap(({ id, title, tables }) =>
    tables.map(({ name, rowCount, columns }) => {
      const detail = `${rowCount.toLocaleString("en")} rows in ${title}`;
      const found = entry("table", id, name, detail, null, { source: id, table: name });
      return {
        ...found,
        words: `${found.words} ${columns.map((column) => column.name).join(" ")}`.toLowerCase(),
      };
    }),
  );
  return [...made, ...tables];
}

function entry(
  kind: LibraryKind,
  id: string,
  title: string,
  detail: string,
  updatedAt: string | null,
  opens: Record<string, string>,
): LibraryEntry {
  const words = `${kind} ${title} ${detail} ${id}`.toLowerCase();
  return { kind, id, title, detail, updatedAt, search: `?${new URLSearchParams(opens)}`, words };
}

/** Those of a kind that hold every word asked for. */
export function findEntries(
  entries: readonly LibraryEntry[],
  search: string,
  kind: LibraryKind | "all" = "all",
): LibraryEntry[] {
  const asked = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (each) => (kind === "all" || each.kind === kind) && asked.every((word) => each.words.includes(word)),
  );
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
