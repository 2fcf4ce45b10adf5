"use client";

import { LayoutDashboard, SearchX, SquareTerminal, Table2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { PageFrame } from "@/app/_ui/page-frame";
import { Skeleton } from "@/app/_ui/skeleton";
import { Tabs } from "@/app/_ui/tabs";
import { TextInput } from "@/app/_ui/text-input";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";
import { findEntries, type LibraryEntry, type LibraryKind } from "./entries";
import { useLibrary } from "./use-library";

const icons = { dashboard: LayoutDashboard, query: SquareTerminal, table: Table2 };
const kinds: { value: LibraryKind | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "dashboard", label: "Dashboards" },
  { value: "query", label: "Queries" },
  { value: "table", label: "Tables" },
];
const pageRows = 100;

/** Search over all that was made, and a way to each. */
export function LibraryPage() {
  const { data, error, isPending, refetch } = useLibrary();
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<LibraryKind | "all">("all");
  const [rows, setRows] = useState(pageRows);
  const found = findEntries(data ?? [], search, kind);
  return (
    <PageFrame
      path="/library"
      title="Library"
      intro="Every dashboard, saved query and table, whichever conversation it came from. They open beside the conversation you had last."
    >
      <search className="mt-6 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextInput
            type="search"
            autoFocus
            aria-label="Search the library"
            placeholder="Search by name, column, SQL or id…"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setRows(pageRows);
            }}
          />
        </div>
        <Tabs label="Kind" value={kind} onChange={setKind} tabs={kinds} />
      </search>
      <p role="status" className="mt-3 mb-1.5 text-ink-faint text-xs">
        {data && (found.length === 1 ? "1 entry" : `${found.length.toLocaleString("en")} entries`)}
      </p>
      {isPending && (
        <div className="space-y-2" role="status" aria-label="Reading the library">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-13" />
          ))}
        </div>
      )}
      {error && (
        <ErrorState title="The library can’t be read" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {data && found.length === 0 && (
        <EmptyState icon={<SearchX />} title={search ? "Nothing like it" : "Nothing here yet"}>
          {search ? "Try fewer words, or another kind." : "What the agents or you save stands here."}
        </EmptyState>
      )}
      {found.length > 0 && (
        <ul aria-label="Entries" className="divide-y divide-line rounded-lg border bg-surface">
          {found.slice(0, rows).map((entry) => (
            <Row key={`${entry.kind} ${entry.id} ${entry.title}`} entry={entry} />
          ))}
        </ul>
      )}
      {found.length > rows && (
        <Button className="mt-3" onClick={() => setRows(rows + pageRows)}>
          Show {Math.min(pageRows, found.length - rows)} more
        </Button>
      )}
    </PageFrame>
  );
}

function Row({ entry: { kind, id, title, detail, updatedAt, search } }: { entry: LibraryEntry }) {
  const Icon = icons[kind];
  const now = useNow();
  const { locale } = usePerson();
  return (
    <li>
      <Link
        href={`/${search}`}
        prefetch={false}
        className="flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon className="size-4 shrink-0 text-ink-faint" aria-label={kind} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm" dir="auto">
            {title}
          </span>
          <span className="block truncate text-ink-faint text-xs">{detail}</span>
        </span>
        <span className="shrink-0 font-mono text-2xs text-ink-faint max-sm:hidden">{id}</span>
        {updatedAt && (
          <time dateTime={updatedAt} className="w-24 shrink-0 text-right text-ink-faint text-xs">
            {agoOf(updatedAt, now, locale)}
          </time>
        )}
      </Link>
    </li>
  );
}
