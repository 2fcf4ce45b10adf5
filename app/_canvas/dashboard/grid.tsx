"use client";

import "react-grid-layout/css/styles.css";
import "@/app/_canvas/dashboard/canvas.css";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { GridLayout } from "react-grid-layout";
import { useSize } from "@/app/_canvas/charts/use-size";
import { asPlaced } from "@/app/_canvas/dashboard/as-placed";
import { inReadingOrder } from "@/app/_canvas/dashboard/move";
import { gridColumns, type Layout } from "@/lib/dashboards/schema";

export type Tile = {
  key: string;
  id: string | null;
  layout: Layout;
  content: ReactNode;
  /** One row high, always: a section's heading. */
  flat?: boolean;
  /** A number stands as tall as its neighbour on the grid; in one column it has none, and needs only this. */
  columnRows?: number;
};

const rowHeight = 40;
const gap = 12;
/** Narrower than this there is one column, and what is stored stays as it is. */
const oneColumnBelow = 700;

/** Widgets on the 12-column grid; on a narrow screen in reading order, one below the other. */
export function Grid({
  tiles,
  onPlace,
}: {
  tiles: Tile[];
  onPlace: ((id: string, layout: Layout) => void) | null;
}) {
  const { ref, size } = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  return (
    <div ref={ref} className="w-full">
      {width > 0 &&
        (width < oneColumnBelow ? <Column tiles={tiles} /> : <Placed {...{ tiles, onPlace, width }} />)}
    </div>
  );
}

function Column({ tiles }: { tiles: Tile[] }) {
  return (
    <div className="flex flex-col gap-3">
      {inReadingOrder(tiles).map(({ key, layout, columnRows = layout.h, content }) => (
        <div key={key} style={{ height: heightOf(Math.min(layout.h, columnRows)) }}>
          {content}
        </div>
      ))}
    </div>
  );
}

/** Where it stands on paper, where pages break between rows: read by the print rules of canvas.css. */
function onPaper({ x, y, w, h }: Layout): CSSProperties {
  return {
    "--paper-column": `${x + 1} / span ${w}`,
    "--paper-row": `${y + 1} / span ${h}`,
  } as CSSProperties;
}

const heightOf = (rows: number) => rows * rowHeight + (rows - 1) * gap;

function Placed({
  tiles,
  onPlace,
  width,
}: {
  tiles: Tile[];
  onPlace: ((id: string, layout: Layout) => void) | null;
  width: number;
}) {
  const layout = useMemo(
    () =>
      tiles.map(({ key, id, flat = false, layout: { x, y, w, h } }) => ({
        ...{ i: key, x, y, w, h, minW: 2, minH: flat ? 1 : 2, maxH: flat ? 1 : 40 },
        ...(flat ? { isResizable: false } : {}),
        ...(id === null || !onPlace ? { isDraggable: false, isResizable: false } : {}),
      })),
    [tiles, onPlace],
  );
  const place = (item: { i: string; x: number; y: number; w: number; h: number } | null) => {
    const tile = tiles.find(({ key }) => key === item?.i);
    if (!item || !tile?.id) return;
    const { x, y, w, h } = item;
    const same = x === tile.layout.x && y === tile.layout.y && w === tile.layout.w && h === tile.layout.h;
    if (!same) onPlace?.(tile.id, { x, y, w, h });
  };
  return (
    <GridLayout
      width={width}
      layout={layout}
      compactor={asPlaced}
      gridConfig={{ cols: gridColumns, rowHeight, margin: [gap, gap], containerPadding: [0, 0] }}
      dragConfig={{
        enabled: onPlace !== null,
        handle: ".canvas-grip",
        cancel: ".canvas-still, input, button",
        threshold: 4,
      }}
      resizeConfig={{ enabled: onPlace !== null, handles: ["se"] }}
      onDragStop={(_layout, _before, item) => place(item)}
      onResizeStop={(_layout, _before, item) => place(item)}
    >
      {tiles.map(({ key, layout, content }) => (
        <div key={key} style={onPaper(layout)}>
          {content}
        </div>
      ))}
    </GridLayout>
  );
}
