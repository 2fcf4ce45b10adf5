import { gridColumns, type Layout, type WidgetKind } from "@/lib/dashboards/schema";

export type Size = "small" | "medium" | "large" | "full";

/** What needs a place: its kind, the size asked for, and for a text what it says. */
export type Placing = {
  kind: WidgetKind;
  size?: Size | undefined;
  text?: string | undefined;
  section?: boolean;
};

type Shape = { w: number; h: number };
/** `least` and `most` are the columns it can do with to fill a hole or a row. */
type Block = Shape & { index: number; grows: number; rank: number; least: number; most: number };

const widths: Record<Size, number> = { small: 4, medium: 6, large: 8, full: gridColumns };
const numbersInRow = 4;
/** Two rows of charts below a row of numbers fit a laptop's screen. */
const chartHeight = 6;

/** Series are what a wide place is good for; a number never is. */
const grows: Record<WidgetKind, number> = {
  line: 4,
  area: 4,
  heatmap: 3,
  scatter: 2,
  bar: 2,
  pie: 1,
  funnel: 1,
  number: 0,
  table: 0,
  pivot: 0,
  text: 0,
};

/** Fewer columns than these tell nothing; what has no entry keeps its width. */
const narrowest: Partial<Record<WidgetKind, number>> = {
  ...{ line: 4, area: 4, bar: 4, scatter: 4, heatmap: 4 },
  ...{ pie: 3, funnel: 3 },
};

/** More columns than these are empty to both sides of it. */
const widest: Partial<Record<WidgetKind, number>> = { pie: 6, funnel: 6 };

const lineLength = 105;
const lineHeight = 22;
const head = 50;
const [rowPx, gapPx] = [40, 12];

/** Rows that a text needs at full width: its lines as they wrap, half a line between paragraphs. */
function textHeight(text: string): number {
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + (line.trim() === "" ? 0.5 : Math.ceil(line.length / lineLength)), 0);
  return Math.max(2, Math.min(12, Math.ceil((head + lines * lineHeight + gapPx) / (rowPx + gapPx))));
}

function shapeOf({ kind, text = "", section = false }: Placing): Shape {
  if (section) return { w: gridColumns, h: 1 };
  if (kind === "number") return { w: 3, h: 3 };
  if (kind === "text") return { w: gridColumns, h: textHeight(text) };
  if (kind === "table" || kind === "pivot") return { w: gridColumns, h: 8 };
  return { w: kind === "pie" || kind === "funnel" ? 4 : 6, h: chartHeight };
}

function blockOf(placing: Placing, index: number, rank: number): Block {
  const shape = shapeOf(placing);
  if (placing.size === undefined) {
    const least = narrowest[placing.kind] ?? shape.w;
    const most = widest[placing.kind] ?? gridColumns;
    return { ...shape, index, rank, least, most, grows: grows[placing.kind] };
  }
  const w = placing.kind === "number" && placing.size === "small" ? 3 : widths[placing.size];
  return { w, h: shape.h, index, rank, least: w, most: w, grows: 0 };
}

/** Numbers on top, tables below; a text stays before what it was written before. */
function ranked(placings: readonly Placing[]): Block[] {
  const ranks = { number: 0, text: 0, table: 2, pivot: 2 };
  let rank = 0;
  const blocks = placings.map((placing, index) => {
    if (placing.kind !== "text") rank = placing.kind in ranks ? ranks[placing.kind as keyof typeof ranks] : 1;
    return blockOf(placing, index, rank);
  });
  return blocks.sort((a, b) => a.rank - b.rank || a.index - b.index);
}

export function overlaps(a: Layout, b: Layout): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

const bottomOf = (layouts: readonly Layout[]) =>
  layouts.reduce((low, each) => Math.max(low, each.y + each.h), 0);

/** The first free place from the top, left to right, that ends above `limit`. */
function firstFit(taken: readonly Layout[], { w, h }: Shape, limit: number): Layout | undefined {
  for (let y = 0; y + h <= limit; y++)
    for (let x = 0; x + w <= gridColumns; x++) {
      const place = { x, y, w, h };
      if (!taken.some((each) => overlaps(place, each))) return place;
    }
  return undefined;
}

/** A hole that a block fits, as wide as it likes to be or narrower. */
function holeFor(taken: readonly Layout[], { w, h, least }: Block, limit: number): Layout | undefined {
  for (let width = w; width >= least; width--) {
    const hole = firstFit(taken, { w: width, h }, limit);
    if (hole) return hole;
  }
  return undefined;
}

/** Fewer rows or columns than these are of no use to anybody. */
const usable = 3;

/** What has found a hole fills it: to both sides, and downwards when little would be left. */
function filling(others: readonly Layout[], place: Layout, most: number, limit: number): Layout {
  const isFree = (strip: Layout) => !others.some((each) => overlaps(strip, each));
  let { x, y, w, h } = place;
  while (w < most && x + w < gridColumns && isFree({ x: x + w, y, w: 1, h })) w++;
  while (w < most && x > 0 && isFree({ x: x - 1, y, w: 1, h })) {
    x--;
    w++;
  }
  let spare = 0;
  while (y + h + spare < limit && spare < usable && isFree({ x, y: y + h + spare, w, h: 1 })) spare++;
  return { x, y, w, h: spare < usable ? h + spare : h };
}

/** Rows that are full as far as may be: a row ends where the next block has no room, or is of another rank. */
function rowsOf(blocks: readonly Block[]): Block[][] {
  const rows: Block[][] = [];
  for (const block of blocks) {
    const row = rows.at(-1);
    const used = row?.reduce((sum, each) => sum + each.w, 0) ?? gridColumns;
    const [first] = row ?? [];
    const joins = first?.rank === block.rank && first.h === block.h && used + block.w <= gridColumns;
    if (row && joins) row.push(block);
    else rows.push([block]);
  }
  return rows;
}

/** Gives a row's left-over columns to those that make most of them. Numbers stay narrow, sizes asked for stay. */
function stretched(row: readonly Block[]): Block[] {
  const spare = gridColumns - row.reduce((sum, each) => sum + each.w, 0);
  const most = Math.max(...row.map((each) => each.grows));
  const growing = row.filter((each) => each.grows === most && most > 0);
  return row.map((block) => {
    const turn = growing.indexOf(block);
    if (turn < 0) return block;
    const share = Math.floor(spare / growing.length) + (turn < spare % growing.length ? 1 : 0);
    return { ...block, w: Math.min(block.w + share, block.most) };
  });
}

/** Spreads a batch of numbers evenly: two are half a row each, five are three and two. */
function spreadNumbers(blocks: readonly Block[], placings: readonly Placing[]): Block[] {
  const free = blocks.filter(({ index }) => placings[index]?.kind === "number" && !placings[index]?.size);
  if (free.length < 2) return [...blocks];
  const rowCount = Math.ceil(free.length / numbersInRow);
  const spread = new Map<Block, Block>();
  for (let row = 0; row < rowCount; row++) {
    const start = Math.round((row * free.length) / rowCount);
    const members = free.slice(start, Math.round(((row + 1) * free.length) / rowCount));
    for (const [turn, block] of members.entries()) {
      const w = Math.floor(gridColumns / members.length) + (turn < gridColumns % members.length ? 1 : 0);
      spread.set(block, { ...block, w });
    }
  }
  return blocks.map((block) => spread.get(block) ?? block);
}

/** A number that comes alone stands beside the first chart, as high as it, instead of before an empty row. */
function besideChart(blocks: readonly Block[], placings: readonly Placing[]): Block[] {
  const numbers = blocks.filter(({ index }) => placings[index]?.kind === "number");
  const [number] = numbers;
  const next = number && blocks[blocks.indexOf(number) + 1];
  if (numbers.length !== 1 || !next || next.rank !== 1 || next.grows === 0) return [...blocks];
  return blocks.map((block) => (block === number ? { ...block, h: next.h, rank: next.rank } : block));
}

/**
 * Places for new widgets beside those that are there (D7): never on another, and nothing that is there moves. A hole
 * that fits is used first, and filled; the rest goes below, numbers in a row, then charts, then tables, rows filled to 12 columns.
 * A report is one column in the order given (D12).
 */
export function placeWidgets(
  taken: readonly Layout[],
  placings: readonly Placing[],
  { report = false }: { report?: boolean } = {},
): Layout[] {
  const placed: Layout[] = [];
  const all = [...taken];
  const put = (index: number, layout: Layout) => {
    placed[index] = layout;
    all.push(layout);
  };
  if (report) {
    for (const [index, placing] of placings.entries())
      put(index, { x: 0, y: bottomOf(all), w: gridColumns, h: shapeOf(placing).h });
    return placed;
  }
  const first = placings.findIndex((placing) => placing.section);
  const before = first < 0 ? placings : placings.slice(0, first);
  const limit = bottomOf(all);
  const inHoles: Block[] = [];
  const rest = ranked(before).filter((block) => {
    const hole = holeFor(all, block, limit);
    if (!hole) return true;
    put(block.index, hole);
    inHoles.push(block);
    return false;
  });
  for (const { index, grows: growing, most } of inHoles) {
    const place = placed[index];
    if (!place || growing === 0) continue;
    const others = all.filter((each) => each !== place);
    placed[index] = filling(others, place, most, limit);
    all.splice(all.indexOf(place), 1, placed[index]);
  }
  putBelow(rest, before, all, put);
  if (first < 0) return placed;
  // What comes after a section stands below it, whatever holes there are above.
  const inSections = placings.slice(first);
  for (const [start, placing] of inSections.entries()) {
    if (!placing.section) continue;
    put(first + start, { x: 0, y: bottomOf(all), ...shapeOf(placing) });
    const next = inSections.findIndex((each, at) => at > start && each.section);
    const members = inSections.slice(start + 1, next < 0 ? undefined : next);
    putBelow(ranked(members), members, all, (index, layout) => put(first + start + 1 + index, layout));
  }
  return placed;
}

function putBelow(
  blocks: readonly Block[],
  placings: readonly Placing[],
  all: readonly Layout[],
  put: (index: number, layout: Layout) => void,
): void {
  for (const row of rowsOf(besideChart(spreadNumbers(blocks, placings), placings))) {
    const y = bottomOf(all);
    let x = 0;
    for (const { index, w, h } of stretched(row)) {
      put(index, { x, y, w, h });
      x += w;
    }
  }
}

/** The nearest free place for something that has a size already: its own, if nobody took it. */
export function nearestFree(taken: readonly Layout[], wanted: Layout): Layout {
  if (!taken.some((each) => overlaps(wanted, each))) return wanted;
  const limit = bottomOf(taken);
  return firstFit(taken, wanted, limit) ?? { ...wanted, x: 0, y: limit };
}
