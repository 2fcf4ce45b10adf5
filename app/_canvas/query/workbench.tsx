"use client";

import { AlignLeft, ChartBar, PanelLeft, Play, Sparkles, Square } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useAsk } from "@/app/_canvas/dashboard/ask";
import { useRows } from "@/app/_canvas/data/use-rows";
import type { Target } from "@/app/_canvas/follow/follow";
import { ConnectDialog } from "@/app/_canvas/query/connect-dialog";
import { ParameterFields } from "@/app/_canvas/query/parameter-fields";
import { QueryVersions, UsedIn } from "@/app/_canvas/query/query-side";
import { ColumnsPanel, HistoryPanel } from "@/app/_canvas/query/result-panels";
import { Results, ResultsNote } from "@/app/_canvas/query/results";
import { SaveDialog } from "@/app/_canvas/query/save-dialog";
import { SchemaBrowser } from "@/app/_canvas/query/schema-browser";
import type { EditorHandle } from "@/app/_canvas/query/sql-editor";
import { useRunHistory } from "@/app/_canvas/query/use-run-history";
import { useWorkbench } from "@/app/_canvas/query/use-workbench";
import { WidgetDialog } from "@/app/_canvas/query/widget-dialog";
import { Button } from "@/app/_ui/button";
import { Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { Skeleton } from "@/app/_ui/skeleton";
import { Tabs } from "@/app/_ui/tabs";
import { toast } from "@/app/_ui/toast";
import type { Query } from "@/lib/queries/schema";
import type { Source } from "@/lib/sources/schema";

const SqlEditor = dynamic(() => import("@/app/_canvas/query/sql-editor"), {
  ssr: false,
  loading: () => <Skeleton className="m-3 h-24" />,
});

type Panel = "rows" | "columns" | "history" | "uses" | "versions";
type Props = { query: Query | null; sources: readonly Source[]; onOpen: (target: Target) => void };

/** Where a query is written, tried, saved and drawn (Q5). `query` is null for one that isn't saved yet. */
export function Workbench({ query, sources, onOpen }: Props) {
  const ask = useAsk();
  const history = useRunHistory();
  const bench = useWorkbench(query, sources[0]?.id ?? "", {
    onSaved: ({ id }) => onOpen({ kind: "query", id }),
    onRan: history.note,
  });
  const editor = useRef<EditorHandle>(null);
  const [selected, setSelected] = useState(false);
  const [browsing, setBrowsing] = useState(query === null);
  const [panel, setPanel] = useState<Panel>("rows");
  const [dialog, setDialog] = useState<"save" | "widget" | "connect" | null>(null);
  const saved = useRows({ queryId: query?.id, params: noParams });
  const before = query && !bench.changed && saved.status === "ready" ? saved.rows : undefined;
  const failure =
    bench.failure ?? (query && !bench.changed && saved.status === "failed" ? saved.message : null);
  const source = sources.find(({ id }) => id === bench.sourceId);
  const tables = source?.tables ?? noTables;
  async function format(): Promise<void> {
    const { formatSql } = await import("@/app/_canvas/query/format-sql");
    try {
      bench.setSql(formatSql(bench.sql, source?.kind ?? "duckdb"));
    } catch {
      toast.error("The text can't be laid out while it isn't complete.");
    }
  }
  const title = query?.title ?? "New query";
  const save = () => (query ? bench.changed && bench.save() : setDialog("save"));
  const run = (text: string | null = null, offset = 0) => {
    setPanel("rows");
    bench.run(text, offset);
  };
  const askForFix =
    ask && failure !== null
      ? () =>
          ask({
            action: {
              kind: "fix_query",
              ...(query && { query_id: query.id }),
              source_id: bench.sourceId,
              sql: bench.sql,
              error: failure,
            },
            message: `${query ? `The query “${title}”` : "This query"} fails: ${failure} Please fix it.\n\n${bench.sql}`,
          })
      : undefined;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-2 border-b px-3 py-2">
        <IconButton label="Tables" active={browsing} onClick={() => setBrowsing(!browsing)}>
          <PanelLeft />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-semibold text-base">{title}</h1>
          {query?.description && <p className="truncate text-ink-muted text-xs">{query.description}</p>}
        </div>
        {query === null && sources.length > 1 && (
          <Select
            label="Source"
            value={bench.sourceId}
            onChange={bench.setSourceId}
            choices={sources.map((source) => ({ value: source.id, label: source.title }))}
            className="max-w-44"
          />
        )}
        <IconButton label="Lay out the text" onClick={() => void format()} disabled={bench.sql.trim() === ""}>
          <AlignLeft />
        </IconButton>
        {query && ask && (
          <IconButton
            label="Ask Kaboo about it"
            onClick={() =>
              ask({
                action: { kind: "ask_about_query", query_id: query.id },
                message: `Explain the query “${query.title}”`,
              })
            }
          >
            <Sparkles className="text-agent" />
          </IconButton>
        )}
        {query && !bench.changed && (
          <Button onClick={() => setDialog("widget")}>
            <ChartBar className="size-4" aria-hidden="true" />
            Add to a dashboard
          </Button>
        )}
        {query && bench.changed && (
          <Button variant="ghost" onClick={bench.discard}>
            Discard
          </Button>
        )}
        {bench.changed && (
          <Button onClick={save} disabled={bench.saving || bench.sql.trim() === ""}>
            {bench.saving ? "Saving…" : "Save"}
          </Button>
        )}
        {bench.running ? (
          <Button onClick={bench.stop}>
            <Square className="size-3.5" aria-hidden="true" />
            Stop
          </Button>
        ) : (
          <Button variant="primary" onClick={() => run()} disabled={bench.sql.trim() === ""}>
            <Play className="size-4" aria-hidden="true" />
            Run
          </Button>
        )}
      </header>
      <div className="relative flex min-h-0 flex-1">
        {browsing && (
          <div className="absolute inset-y-0 left-0 z-10 w-60 border-r bg-surface shadow-popup @3xl:static @3xl:shadow-none">
            <SchemaBrowser
              tables={tables}
              onInsert={(text) => editor.current?.insert(text)}
              onConnect={() => setDialog("connect")}
            />
          </div>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="flex h-[38%] min-h-32 shrink-0 flex-col bg-raised">
            <div className="min-h-0 flex-1">
              <SqlEditor
                value={bench.sql}
                onChange={bench.setSql}
                onRun={run}
                onSave={save}
                onSelection={setSelected}
                tables={tables}
                error={bench.error}
                handle={editor}
              />
            </div>
            <ParameterFields names={bench.names} values={bench.fields} onChange={bench.setField} />
          </div>
          <div className="flex h-11 shrink-0 items-center gap-3 border-y px-3">
            <div className="min-w-0 overflow-x-auto">
              <Tabs
                label="About the query"
                value={panel}
                onChange={setPanel}
                tabs={[...everyPanel, ...(query ? savedPanels : [])]}
              />
            </div>
            <div className="min-w-0 flex-1" />
            {selected && <span className="text-ink-faint text-xs">Ctrl Enter runs the selection</span>}
            {panel === "rows" && <ResultsNote bench={bench} title={title} before={before} />}
          </div>
          <div className="min-h-0 flex-1 overflow-auto bg-raised">
            {panel === "rows" && (
              <Results bench={bench} failure={failure} title={title} before={before} onAsk={askForFix} />
            )}
            {panel === "columns" && <ColumnsPanel rows={bench.result?.rows ?? before} />}
            {panel === "history" && (
              <HistoryPanel
                runs={history.runs}
                onShow={(run) => {
                  bench.setSql(run.sql);
                  if (query === null && sources.some(({ id }) => id === run.sourceId))
                    bench.setSourceId(run.sourceId);
                }}
              />
            )}
            {query && panel === "uses" && <UsedIn query={query} onOpen={onOpen} />}
            {query && panel === "versions" && <QueryVersions query={query} onShow={bench.setSql} />}
          </div>
        </div>
      </div>
      {dialog === "save" && (
        <SaveDialog
          busy={bench.saving}
          onClose={() => setDialog(null)}
          onSave={(name) => bench.create(name)}
        />
      )}
      {dialog === "connect" && (
        <ConnectDialog
          onClose={() => setDialog(null)}
          onConnected={({ id }) => {
            setDialog(null);
            if (query) onOpen({ kind: "source", id });
            else bench.setSourceId(id);
          }}
        />
      )}
      {dialog === "widget" && query && (
        <WidgetDialog query={query} onClose={() => setDialog(null)} onMade={onOpen} />
      )}
    </div>
  );
}

const everyPanel = [
  { value: "rows", label: "Rows" },
  { value: "columns", label: "Columns" },
  { value: "history", label: "History" },
] as const;
const savedPanels = [
  { value: "uses", label: "Used in" },
  { value: "versions", label: "Versions" },
] as const;
const noParams = {};
const noTables: Source["tables"] = [];
