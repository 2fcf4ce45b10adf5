"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Broken, Loading } from "@/app/_canvas/charts/faces";
import { TableView } from "@/app/_canvas/charts/table-view";
import { errorText } from "@/app/_canvas/data/error-text";
import { useSources } from "@/app/_canvas/data/use-sources";
import { SourceHead } from "@/app/_canvas/query/source-head";
import { jsonBody, requestJson } from "@/app/_session";
import { cx } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { usePerson } from "@/app/_ui/use-person";
import type { Rows, Source } from "@/lib/sources/schema";

/** A source's tables and the first rows of one. */
export function SourceView({ id, table }: { id: string; table: string | undefined }) {
  const sources = useSources();
  const source = sources.data?.find((each) => each.id === id);
  if (source) return <Tables key={id} source={source} first={table ?? source.tables[0]?.name ?? ""} />;
  if (sources.isPending)
    return (
      <div className="flex-1 p-6">
        <Loading kind="table" />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-lg p-6">
      <ErrorState title="The source can't be opened" onRetry={() => void sources.refetch()}>
        {sources.error ? errorText(sources.error) : "It isn't there any more."}
      </ErrorState>
    </div>
  );
}

function Tables({ source, first }: { source: Source; first: string }) {
  const [chosen, setChosen] = useState(first);
  const { locale } = usePerson();
  // A table that was taken out isn't shown any more.
  const name = source.tables.some((table) => table.name === chosen) ? chosen : (source.tables[0]?.name ?? "");
  if (source.tables.length === 0) return <EmptyState title={source.title}>It has no tables.</EmptyState>;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
      <SourceHead source={source} table={name} />
      <div className="flex shrink-0 flex-wrap gap-1.5">
        {source.tables.map((table) => (
          <button
            key={table.name}
            type="button"
            aria-pressed={table.name === name}
            onClick={() => setChosen(table.name)}
            className={cx(
              "rounded-md border px-2 py-1 text-xs",
              table.name === name
                ? "border-accent bg-accent-soft"
                : "bg-raised text-ink-muted hover:bg-hover",
            )}
          >
            {table.name}{" "}
            <span className="text-ink-faint tabular-nums">{table.rowCount.toLocaleString(locale)}</span>
          </button>
        ))}
      </div>
      <div className="min-h-0 flex-1 rounded-lg border bg-raised p-2">
        <Preview key={name} source={source} table={name} />
      </div>
    </div>
  );
}

const everyColumn = {};

function Preview({ source, table }: { source: Source; table: string }) {
  const rows = useQuery({
    queryKey: ["preview", source.id, table, source.generation],
    queryFn: ({ signal }) =>
      requestJson<Rows>("/api/queries/run", {
        ...jsonBody("POST", {
          sql: `select * from "${table.replaceAll('"', '""')}"`,
          sourceId: source.id,
          limit: 500,
        }),
        signal,
      }),
  });
  if (rows.data) return <TableView spec={everyColumn} rows={rows.data} label={`First rows of ${table}`} />;
  if (rows.error) return <Broken message={errorText(rows.error)} onRetry={() => void rows.refetch()} />;
  return <Loading kind="table" />;
}
