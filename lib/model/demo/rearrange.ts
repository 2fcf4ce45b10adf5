import { overlaps } from "@/lib/dashboards/layout";
import { gridColumns, type Layout } from "@/lib/dashboards/schema";
import type { Place } from "@/lib/model/demo/intent";

export type Placed = { id: string; layout: Layout; fixed: boolean };

/**
 * New places so that this widget lies where it is wanted: what it would cover moves to the next free place below.
 * Undefined when something that a person placed is in the way.
 */
export function rearrange(
  widgets: readonly Placed[],
  id: string,
  place: Place,
): { id: string; layout: Layout }[] | undefined {
  const target = widgets.find((widget) => widget.id === id);
  if (!target) return undefined;
  const others = widgets.filter((widget) => widget.id !== id);
  const layout = layoutAt(target.layout, place, others);
  const covered = others.filter((widget) => overlaps(widget.layout, layout));
  if (covered.some((widget) => widget.fixed)) return undefined;
  const taken = [
    layout,
    ...others.filter((widget) => !covered.includes(widget)).map((widget) => widget.layout),
  ];
  const moved = covered
    .toSorted((a, b) => a.layout.y - b.layout.y || a.layout.x - b.layout.x)
    .map((widget) => {
      const free = nextFree(widget.layout, taken);
      taken.push(free);
      return { id: widget.id, layout: free };
    });
  return [{ id, layout }, ...moved];
}

function layoutAt(now: Layout, place: Place, others: readonly Placed[]): Layout {
  const bottom = Math.max(0, ...others.map(({ layout }) => layout.y + layout.h));
  const sized = (w: number, h: number): Layout => {
    const width = Math.min(gridColumns, Math.max(2, w));
    return { ...now, w: width, h: Math.min(40, Math.max(2, h)), x: Math.min(now.x, gridColumns - width) };
  };
  switch (place) {
    case "top":
      return { ...now, x: 0, y: 0 };
    case "bottom":
      return { ...now, x: 0, y: bottom };
    case "left":
      return { ...now, x: 0 };
    case "right":
      return { ...now, x: gridColumns - now.w };
    case "full":
      return { ...now, x: 0, w: gridColumns };
    case "wider":
      return sized(now.w + Math.max(2, Math.ceil(now.w / 2)), now.h);
    case "narrower":
      return sized(Math.floor((now.w * 2) / 3), now.h);
    case "taller":
      return sized(now.w, now.h + Math.max(2, Math.ceil(now.h / 2)));
    case "shorter":
      return sized(now.w, Math.floor((now.h * 2) / 3));
    default:
      return place satisfies never;
  }
}

/** The first free place at or below where it was, left to right. */
function nextFree({ y: from, w, h }: Layout, taken: readonly Layout[]): Layout {
  for (let y = from; ; y += 1)
    for (let x = 0; x + w <= gridColumns; x += 1) {
      const free = { x, y, w, h };
      if (!taken.some((one) => overlaps(one, free))) return free;
    }
}
