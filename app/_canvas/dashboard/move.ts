import { gridColumns, type Layout } from "@/lib/dashboards/schema";

export type Direction = "left" | "right" | "up" | "down";

const steps: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

export function overlaps(a: Layout, b: Layout): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

const isFree = (place: Layout, others: readonly Layout[]) => !others.some((other) => overlaps(place, other));
const isInside = ({ x, y, w, h }: Layout) =>
  x >= 0 && y >= 0 && w >= 1 && h >= 2 && h <= 40 && x + w <= gridColumns;

/**
 * One step by keyboard. What is in the way is jumped over, to the next free place in that direction; others never move
 * (D7). Null when there is none.
 */
export function moved(place: Layout, direction: Direction, others: readonly Layout[]): Layout | null {
  const { x, y } = steps[direction];
  const farthest = direction === "down" ? bottomOf(others) + 1 : Math.max(gridColumns, place.y);
  for (let step = 1; step <= farthest; step += 1) {
    const next = { ...place, x: place.x + x * step, y: place.y + y * step };
    if (!isInside(next)) return null;
    if (isFree(next, others)) return next;
  }
  return null;
}

/** One column or row wider, narrower, taller or lower. Null where there is no room. */
export function resized(place: Layout, direction: Direction, others: readonly Layout[]): Layout | null {
  const { x, y } = steps[direction];
  const next = { ...place, w: place.w + x, h: place.h + y };
  return isInside(next) && isFree(next, others) ? next : null;
}

const bottomOf = (layouts: readonly Layout[]) => layouts.reduce((low, { y, h }) => Math.max(low, y + h), 0);

/** Reading order: rows from the top, each from the left. What one column shows, and how Tab goes. */
export function inReadingOrder<T extends { layout: Layout }>(widgets: readonly T[]): T[] {
  return [...widgets].sort((a, b) => a.layout.y - b.layout.y || a.layout.x - b.layout.x);
}
