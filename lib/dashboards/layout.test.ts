import { expect, test } from "vitest";
import { nearestFree, overlaps, type Placing, placeWidgets } from "@/lib/dashboards/layout";
import { gridColumns, type Layout, widgetKinds } from "@/lib/dashboards/schema";
import { fc } from "@/lib/shared/testing/properties";

const placings = (...kinds: Placing["kind"][]): Placing[] => kinds.map((kind) => ({ kind }));
const anyPlacing: fc.Arbitrary<Placing> = fc.record({
  kind: fc.constantFrom(...widgetKinds),
  size: fc.option(fc.constantFrom("small" as const, "medium" as const, "large" as const, "full" as const), {
    nil: undefined,
  }),
});

function expectNoOverlap(layouts: readonly Layout[]) {
  for (const [index, layout] of layouts.entries()) {
    expect(layout.x + layout.w).toBeLessThanOrEqual(gridColumns);
    for (const other of layouts.slice(index + 1)) expect(overlaps(layout, other)).toBe(false);
  }
}

test("[D7] numbers stand in a row on top, series are wide, tables below, rows are full", () => {
  const places = placeWidgets([], placings("table", "line", "number", "pie", "number", "number", "number"));
  const [table, line, , pie] = places;
  expect(places.filter((place) => place.y === 0)).toHaveLength(4);
  expect(line).toEqual({ x: 0, y: 3, w: 8, h: 6 });
  expect(pie).toEqual({ x: 8, y: 3, w: 4, h: 6 });
  expect(table).toEqual({ x: 0, y: 9, w: 12, h: 8 });
});

test("[D7] a number that comes alone stands beside the first chart, and no row is left half empty", () => {
  const places = placeWidgets([], placings("number", "bar", "line", "pie"));
  expect(places).toEqual([
    { x: 0, y: 0, w: 3, h: 6 },
    { x: 3, y: 0, w: 9, h: 6 },
    { x: 0, y: 6, w: 8, h: 6 },
    { x: 8, y: 6, w: 4, h: 6 },
  ]);
});

test("[D13] what comes after a section stands below it", () => {
  const taken = placeWidgets([], placings("number"));
  const section: Placing = { kind: "text", section: true };
  const places = placeWidgets(taken, [...placings("number"), section, ...placings("number", "bar"), section]);
  const [hole, first, number, bar, second] = places;
  expect(hole).toMatchObject({ x: 3, y: 0 });
  expect(first).toEqual({ x: 0, y: 3, w: 12, h: 1 });
  expect([number?.y, bar?.y]).toEqual([4, 4]);
  expect(second).toEqual({ x: 0, y: 10, w: 12, h: 1 });
});

test("[D7] a hole that fits is filled before anything goes below", () => {
  const taken = placeWidgets([], placings("number"));
  taken.push(...placeWidgets(taken, placings("line")));
  const [next] = placeWidgets(taken, placings("number"));
  expect(next).toEqual({ x: 3, y: 0, w: 3, h: 3 });
});

test("[D7] what is placed after a removal fills the hole it left, narrower or wider than it would be", () => {
  const board = placeWidgets([], placings("number", "number", "line", "pie", "bar", "area", "table"));
  const areaOf = (layouts: readonly Layout[]) => layouts.reduce((sum, { w, h }) => sum + w * h, 0);
  for (const [index, kind] of [
    [2, "bar"],
    [3, "line"],
    [4, "area"],
    [5, "scatter"],
    [6, "line"],
  ] as const) {
    const left = board.filter((_, at) => at !== index);
    const places = placeWidgets(left, placings(kind));
    expectNoOverlap([...left, ...places]);
    // The last row may end a little higher: a chart is not as high as a table.
    if (index !== 6) expect(areaOf(places), kind).toBe(areaOf(board.slice(index, index + 1)));
  }
});

test("[D7] a text is as high as its lines", () => {
  const heightOf = (text: string) => placeWidgets([], [{ kind: "text", text }])[0]?.h;
  expect(heightOf("One line.")).toBe(2);
  expect(heightOf(`${"word ".repeat(22)}\n\n${"word ".repeat(16)}`)).toBe(3);
  expect(heightOf("- an item\n".repeat(10))).toBe(6);
});

test("[D7] placement never overlaps and every widget has an area, whatever was there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyPlacing, { maxLength: 12 }), { maxLength: 4 }),
      fc.boolean(),
      (batches, report) => {
        const all: Layout[] = [];
        for (const batch of batches) {
          const places = placeWidgets(all, batch, { report });
          expect(places).toHaveLength(batch.length);
          all.push(...places);
        }
        expectNoOverlap(all);
      },
    ),
    { numRuns: 150 },
  );
});

test("[D7] it never overlaps a place that a person chose freely", () => {
  const free = fc.record({
    x: fc.integer({ min: 0, max: 8 }),
    y: fc.integer({ min: 0, max: 40 }),
    w: fc.integer({ min: 1, max: 4 }),
    h: fc.integer({ min: 1, max: 10 }),
  });
  fc.assert(
    fc.property(free, free, fc.array(anyPlacing, { minLength: 1, maxLength: 6 }), (one, wanted, batch) => {
      const two = nearestFree([one], wanted);
      expectNoOverlap([one, two, ...placeWidgets([one, two], batch)]);
    }),
    { numRuns: 150 },
  );
});

test("[D12] a report is one column in the order given", () => {
  const places = placeWidgets([], placings("text", "table", "number"), { report: true });
  expect(places.map(({ x, w }) => ({ x, w }))).toEqual(Array(3).fill({ x: 0, w: 12 }));
  expect(places.map((place) => place.y)).toEqual([0, 2, 10]);
});
