"use client";

import { useMutation } from "@tanstack/react-query";
import { Play, Sparkles } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Broken, Loading } from "@/app/_canvas/charts/faces";
import { TableView } from "@/app/_canvas/charts/table-view";
import { useAsk } from "@/app/_canvas/dashboard/ask";
import { errorText, requestJson } from "@/app/_canvas/data/request-json";
import { useSavedQuery, useSaveQuery } from "@/app/_canvas/data/use-queries";
import { useRows } from "@/app/_canvas/data/use-rows";
import { SqlText } from "@/app/_canvas/query/sql-text";
import { jsonBody } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import type { Query } from "@/lib/queries/schema";
import { Rows } from "@/lib/sources/schema";

/** A saved query: its SQL, columns and rows, to read, try and change. */
export function QueryView({ id }: { id: string }) {
  const found = useSavedQuery(id);
  if (found.data) return <Loaded key={id} query={found.data} />;
  if (found.isPending)
    return (
      <div className="flex-1 p-6">
        <Loading kind="table" />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-lg p-6">
      <ErrorState title="The query can't be opened" onRetry={() => void found.refetch()}>
        {errorText(found.error)}
      </ErrorState>
    </div>
  );
}

const everyColumn = {};
const noParams = {};

function Loaded({ query }: { query: Query }) {
  const ask = useAsk();
  const [draft, setDraft] = useState<string | null>(null);
  const sql = draft ?? query.sql;
  const changed = sql.trim() !== query.sql.trim();
  const saved = useRows({ queryId: query.id, params: noParams });
  const save = useSaveQuery();
  const run = useMutation({
    mutationFn: () =>
      requestJson(
        Rows,
        "/api/queries/run",
        jsonBody("POST", { sql, sourceId: query.sourceId, params: query.params, limit: 5_000 }),
      ),
  });
  const shown = run.data ?? (saved.status === "ready" && !changed ? saved.rows : undefined);
  const failure = run.error
    ? errorText(run.error)
    : saved.status === "failed" && !changed
      ? saved.message
      : null;
  const keep = () =>
    save.mutate(
      { query, edit: { sql } },
      {
        onSuccess: () => {
          setDraft(null);
          run.reset();
          toast.success("Saved");
        },
        onError: (error) => toast.error(errorText(error)),
      },
    );

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-semibold text-xl tracking-tight">{query.title}</h1>
          <p className="truncate text-ink-muted text-sm">
            {query.description || query.columns.map(({ name }) => name).join(", ")}
          </p>
        </div>
        {ask && (
          <Button
            onClick={() =>
              ask({
                action: { kind: "ask_about_query", query_id: query.id },
                message: `Explain the query “${query.title}”`,
              })
            }
          >
            <Sparkles className="size-4 text-agent" aria-hidden="true" />
            Ask Kaboo
          </Button>
        )}
        <Button onClick={() => run.mutate()} disabled={run.isPending || sql.trim() === ""}>
          <Play className="size-4" aria-hidden="true" />
          {run.isPending ? "Running…" : "Run"}
        </Button>
        {changed && (
          <>
            <Button variant="ghost" onClick={() => setDraft(null)}>
              Discard
            </Button>
            <Button variant="primary" onClick={keep} disabled={save.isPending}>
              Save
            </Button>
          </>
        )}
      </header>
      {draft === null ? (
        <button
          type="button"
          aria-label="Edit the SQL"
          onClick={() => setDraft(query.sql)}
          className="max-h-[40vh] shrink-0 cursor-text overflow-auto rounded-lg border bg-raised p-3 text-left hover:border-line-strong"
        >
          <pre className="font-mono text-xs leading-5">
            <SqlText sql={query.sql} />
          </pre>
        </button>
      ) : (
        <textarea
          aria-label="SQL"
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the text the person chose to edit.
          autoFocus
          spellCheck={false}
          value={draft}
          rows={Math.min(20, Math.max(4, draft.split("\n").length + 1))}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) run.mutate();
          }}
          className="shrink-0 resize-y rounded-lg border border-line-strong bg-raised p-3 font-mono text-xs leading-5"
        />
      )}
      <ul aria-label="Columns" className="flex shrink-0 flex-wrap gap-1.5">
        {(shown?.columns ?? query.columns).map(({ name, type }) => (
          <li key={name} className="rounded-md border bg-raised px-2 py-0.5 text-xs">
            {name} <span className="text-ink-faint">{type.toLowerCase()}</span>
          </li>
        ))}
      </ul>
      <div className="min-h-72 flex-1 rounded-lg border bg-raised p-2">
        {failure !== null ? (
          <Broken
            message={failure}
            onAsk={
              ask
                ? () =>
                    ask({
                      action: { kind: "fix_query", query_id: query.id, sql, error: failure },
                      message: `The query “${query.title}” fails: ${failure} Please fix it.`,
                    })
                : undefined
            }
          />
        ) : shown ? (
          <TableView spec={everyColumn} rows={shown} label={`Rows of ${query.title}`} />
        ) : changed ? (
          <p className="p-4 text-ink-muted text-sm">Run it to see its rows.</p>
        ) : (
          <Loading kind="table" />
        )}
      </div>
      {shown?.truncated && (
        <p className="shrink-0 text-warning text-xs">
          Only the first {shown.rows.length.toLocaleString()} rows are here.
        </p>
      )}
    </div>
  );
}
