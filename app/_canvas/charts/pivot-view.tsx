"use client";

import { useMemo } from "react";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { pivot } from "@/app/_canvas/charts/pivot";
import { usePerson } from "@/app/_ui/use-person";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

const mostLines = 400;

/** Rows crossed by columns. Heads stay in sight while it scrolls. */
export function PivotView({ spec, rows, label }: { spec: WidgetSpec<"pivot">; rows: Rows; label: string }) {
  const person = usePerson();
  const shown = useMemo(() => pivot(spec, rows, person), [spec, rows, person]);
  const head =
    "sticky top-0 z-1 h-7 whitespace-nowrap border-b bg-raised px-2 font-medium text-ink-muted text-xs";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
    <section tabIndex={0} aria-label={label} className="size-full overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {shown.corner.map((name, index) => (
              <th key={name} scope="col" className={`${head} text-left ${index === 0 ? "left-0 z-2" : ""}`}>
                {columnLabel(name)}
              </th>
            ))}
            {shown.columns.map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                <span className="block max-w-40 truncate" title={name}>
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.lines.slice(0, mostLines).map((line) => (
            <tr key={line.heads.join("\u0000")} className="group">
              {line.heads.map((name, index) => (
                <th
                  key={shown.corner[index]}
                  scope="row"
                  className={`h-7.5 max-w-48 truncate border-line/60 border-b bg-raised px-2 text-left font-normal group-hover:bg-hover ${index === 0 ? "sticky left-0" : ""}`}
                >
                  {name}
                </th>
              ))}
              {line.cells.map((text, index) => (
                <td
                  key={shown.columns[index]}
                  className="h-7.5 whitespace-nowrap border-line/60 border-b px-2 text-right tabular-nums group-hover:bg-hover"
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
