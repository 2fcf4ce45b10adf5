"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { nothing } from "@/app/_canvas/charts/format";
import { whereOf } from "@/app/_canvas/charts/rows-behind";
import { type Sorting, sortedOrder, type TableColumn, tableColumns } from "@/app/_canvas/charts/table-lines";
import { toneClasses, toneOf, toneWords } from "@/app/_canvas/charts/tone";
import { cx } from "@/app/_ui/class-names";
import { usePerson } from "@/app/_ui/use-person";
import type { WidgetSpec } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

const lineHeight = 30;

type Props = {
  spec: WidgetSpec<"table">;
  rows: Rows;
  label: string;
  onMark?: ((mark: Mark) => void) | undefined;
};

/**
 * A table that scrolls through any number of rows, drawing only what is seen. A click on a head sorts; one on a row opens
 * it, and by keyboard arrows walk the rows and Enter opens one.
 */
export function TableView({ spec, rows, label, onMark }: Props) {
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
  const open = (row: readonly Cell[]) => {
    const [first] = columns;
    const name = first ? first.write.full(row[first.at]) : "";
    onMark?.({ label: name === nothing ? label : name, value: "", where: whereOf(rows, row) });
  };
  const { at, onKeyDown, focusRow } = useRowKeys(order.length, virtual.scrollToIndex);
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
        <tbody
          onKeyDown={onMark && onKeyDown}
          className="relative block"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows.rows[order[index] ?? 0];
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                {...(onMark &&
                  row && {
                    ref: index === at ? focusRow : null,
                    tabIndex: index === at ? 0 : -1,
                    onClick: () => open(row),
                    onKeyDown: (event: KeyboardEvent) => {
                      if (event.key === "Enter") open(row);
                    },
                  })}
                style={{
                  gridTemplateColumns: template,
                  transform: `translateY(${start}px)`,
                  height: lineHeight,
                }}
                className={cx(
                  "canvas-still absolute inset-x-0 top-0 grid items-center border-line/60 border-b hover:bg-hover/60",
                  onMark && "cursor-pointer focus-visible:-outline-offset-2",
                )}
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

/** One row has the keyboard's place; arrows move it, also to rows that aren't drawn yet. */
function useRowKeys(count: number, scrollTo: (index: number) => void) {
  const [at, setAt] = useState(0);
  const wanted = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const to = event.key === "Home" ? 0 : event.key === "End" ? count - 1 : at + (steps[event.key] ?? 0);
    if (!(event.key in steps) && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(count - 1, to));
    wanted.current = true;
    setAt(next);
    scrollTo(next);
  };
  const focusRow = (row: HTMLElement | null) => {
    if (!row || !wanted.current) return;
    wanted.current = false;
    row.focus({ preventScroll: true });
  };
  return { at: Math.min(at, Math.max(0, count - 1)), onKeyDown, focusRow };
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
