"use client";

import { useMemo } from "react";
import { cellFormat } from "@/app/_canvas/charts/format";
import { columnStatistics } from "@/app/_canvas/query/column-statistics";
import type { Run } from "@/app/_canvas/query/run-history";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { usePerson } from "@/app/_ui/use-person";
import type { Rows } from "@/lib/sources/schema";

const heads = ["Column", "NULL", "Distinct", "Least", "Greatest", "Mean"];

/** What a result says of its columns. */
export function ColumnsPanel({ rows }: { rows: Rows | undefined }) {
  const person = usePerson();
  const found = useMemo(() => (rows ? columnStatistics(rows) : []), [rows]);
  if (!rows) return <p className="p-4 text-ink-muted text-sm">Run it to see what its columns hold.</p>;
  const count = (value: number) => value.toLocaleString(person.locale);
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b text-left text-ink-muted text-xs">
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-1.5 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map((column, at) => {
          const write = cellFormat(column, undefined, person);
          const shown = (cell: typeof column.least) => (cell === null ? "" : write.full(cell));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <tr key={at} className="border-line/60 border-b">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                {column.name} <span className="text-2xs text-ink-faint">{column.type.toLowerCase()}</span>
              </th>
              <td className="px-3 tabular-nums">{count(column.nulls)}</td>
              <td className="px-3 tabular-nums">{count(column.distinct)}</td>
              <td className="max-w-40 truncate px-3 tabular-nums">{shown(column.least)}</td>
              <td className="max-w-40 truncate px-3 tabular-nums">{shown(column.greatest)}</td>
              <td className="px-3 tabular-nums">
                {column.mean === null
                  ? ""
                  : column.mean.toLocaleString(person.locale, { maximumSignificantDigits: 6 })}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What was run before; any of it can be had back into the editor. */
export function HistoryPanel({ runs, onShow }: { runs: Run[]; onShow: (run: Run) => void }) {
  const { locale } = usePerson();
  if (runs.length === 0) return <p className="p-4 text-ink-muted text-sm">Nothing was run here yet.</p>;
  return (
    <ol className="p-2">
      {runs.map((run) => (
        <li
          key={`${run.at} ${run.sql}`}
          className="flex items-center gap-3 rounded-md px-2 py-1 text-sm hover:bg-hover"
        >
          <code className="min-w-0 flex-1 truncate font-mono text-xs" title={run.sql}>
            {run.sql.replace(/\s+/g, " ")}
          </code>
          <span
            className={`max-w-40 shrink-0 truncate text-xs tabular-nums ${run.error ? "text-danger" : "text-ink-faint"}`}
            title={run.error}
          >
            {run.error ?? `${(run.rows ?? 0).toLocaleString(locale)} rows, ${Math.round(run.tookMs ?? 0)} ms`}
          </span>
          <span className="shrink-0 text-ink-faint text-xs">
            {agoOf(new Date(run.at).toISOString(), Date.now(), locale)}
          </span>
          <Button size="sm" variant="ghost" onClick={() => onShow(run)}>
            Show
          </Button>
        </li>
      ))}
    </ol>
  );
}
