"use client";

import { Download } from "lucide-react";
import { Broken, Loading } from "@/app/_canvas/charts/faces";
import { TableView } from "@/app/_canvas/charts/table-view";
import { fileName, rowsToCsv } from "@/app/_canvas/data/export-csv";
import { saveFile } from "@/app/_canvas/data/save-file";
import type { Workbench } from "@/app/_canvas/query/use-workbench";
import { Button } from "@/app/_ui/button";
import { usePerson } from "@/app/_ui/use-person";
import type { Rows } from "@/lib/sources/schema";

const everyColumn = {};

/** What the latest run gave: its rows, or what went wrong and who may help. */
export function Results({
  bench,
  failure,
  title,
  before,
  onAsk,
}: {
  bench: Workbench;
  failure: string | null;
  title: string;
  /** What is shown until something is run. */
  before: Rows | undefined;
  onAsk: (() => void) | undefined;
}) {
  if (bench.running)
    return (
      <div className="p-3">
        <Loading kind="table" />
      </div>
    );
  if (failure !== null)
    return (
      <div className="p-3">
        <Broken message={failure} onAsk={onAsk} />
      </div>
    );
  const rows = bench.result?.rows ?? before;
  if (!rows)
    return (
      <p className="p-4 text-ink-muted text-sm">
        Run it to see its rows. <kbd className="font-mono text-xs">Ctrl</kbd> or{" "}
        <kbd className="font-mono text-xs">⌘</kbd> with <kbd className="font-mono text-xs">Enter</kbd> does,
        too, and runs only what is selected.
      </p>
    );
  return <TableView spec={everyColumn} rows={rows} label={`Rows of ${title}`} />;
}

/** How many rows, how long it took, and a way to take them along. */
export function ResultsNote({
  bench,
  title,
  before,
}: {
  bench: Workbench;
  title: string;
  before: Rows | undefined;
}) {
  const { locale } = usePerson();
  const rows = bench.result?.rows ?? before;
  if (!rows || bench.running || bench.failure !== null) return null;
  const count = rows.rows.length.toLocaleString(locale);
  return (
    <p role="status" className="flex items-center gap-2 text-ink-faint text-xs tabular-nums">
      {rows.truncated ? (
        <span className="text-warning">The first {count} rows, there are more</span>
      ) : (
        <span>{rows.rows.length === 1 ? "1 row" : `${count} rows`}</span>
      )}
      {bench.result && <span>{Math.round(bench.result.tookMs)} ms</span>}
      <Button size="sm" variant="ghost" onClick={() => saveFile(fileName(title, "csv"), rowsToCsv(rows))}>
        <Download className="size-3.5" aria-hidden="true" />
        CSV
      </Button>
    </p>
  );
}
