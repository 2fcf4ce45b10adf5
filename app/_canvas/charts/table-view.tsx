"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { nothing } from "@/app/_canvas/charts/format";
import { type Sorting, sortedOrder, type TableColumn, tableColumns } from "@/app/_canvas/charts/table-lines";
import { toneClasses, toneOf, toneWords } from "@/app/_canvas/charts/tone";
import { usePerson } from "@/app/_canvas/charts/use-person";
import { cx } from "@/app/_ui/class-names";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

const lineHeight = 30;

/** A table that scrolls through any number of rows, drawing only what is seen. A click on a head sorts. */
export function TableView({ spec, rows, label }: { spec: WidgetSpec<"table">; rows: Rows; label: string }) {
  const person = usePerson();
  const scroller = useRef<HTMLElement>(null);
  const [sorting, setSorting] = useState<Sorting>(null);
  const columns = useMemo(() => tableColumns(spec, rows, person), [spec, rows, person]);
  const order = useMemo(
    () => sortedOrder(rows.rows, columns, sorting, person),
    [rows, columns, sorting, person],
  );
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
  });
  const template = columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(" ");
  const least = columns.reduce((sum, { width }) => sum + width, 0);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
    <section ref={scroller} tabIndex={0} aria-label={label} className="size-full overflow-auto">
      <table aria-rowcount={order.length + 1} className="block text-sm" style={{ minWidth: least }}>
        <thead className="sticky top-0 z-1 block border-b bg-raised">
          <tr style={{ gridTemplateColumns: template }} className="grid">
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                sorted={sorting?.column === column.key ? sorting : null}
                onSort={setSorting}
              />
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows.rows[order[index] ?? 0];
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                style={{
                  gridTemplateColumns: template,
                  transform: `translateY(${start}px)`,
                  height: lineHeight,
                }}
                className="absolute inset-x-0 top-0 grid items-center border-line/60 border-b hover:bg-hover/60"
              >
                {columns.map((column) => (
                  <BodyCell key={column.key} column={column} cell={row?.[column.at]} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function BodyCell({ column, cell }: { column: TableColumn; cell: Cell | undefined }) {
  const text = column.write.full(cell);
  const tone = toneOf(column.rules, cell);
  return (
    <td
      title={text.length > 24 ? text : undefined}
      className={cx(
        "truncate px-2",
        column.numeric && "text-right tabular-nums",
        text === nothing && "text-ink-faint",
        tone && `font-medium ${toneClasses[tone]}`,
      )}
    >
      {text}
      {tone && <span className="sr-only">, {toneWords[tone]}</span>}
    </td>
  );
}

type HeadProps = { column: TableColumn; sorted: Sorting; onSort: (sorting: Sorting) => void };

/** A click sorts (numbers largest first), another turns it round, a third gives back the query's order. */
function Head({ column, sorted, onSort }: HeadProps) {
  const first = { column: column.key, descending: column.numeric };
  const turned = sorted?.descending === column.numeric;
  const next = !sorted ? first : turned ? { ...first, descending: !first.descending } : null;
  const Arrow = sorted?.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        onClick={() => onSort(next)}
        title={column.label}
        className={cx(
          "flex h-7 w-full items-center gap-1 px-2 font-medium text-ink-muted text-xs hover:text-ink",
          column.numeric && "flex-row-reverse",
        )}
      >
        <span className="truncate">{column.label}</span>
        <Arrow className={cx("size-3 shrink-0", !sorted && "invisible")} aria-hidden="true" />
      </button>
    </th>
  );
}
