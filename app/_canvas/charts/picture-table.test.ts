import { expect, test } from "vitest";
import { pivotPicture, tablePicture } from "@/app/_canvas/charts/picture-table";
import type { Cell, Rows } from "@/lib/sources/schema";

const person = { locale: "en-US", timeZone: "UTC" };
const rows: Rows = {
  columns: [
    { name: "region", type: "VARCHAR" },
    { name: "plan", type: "VARCHAR" },
    { name: "revenue_usd", type: "DOUBLE" },
  ],
  rows: Array.from({ length: 80 }, (_, at): Cell[] => [`Region ${at % 4}`, at % 2 ? "Team" : "Starter", at]),
  truncated: false,
};

test("[D10] a table's picture holds what it says on the screen, as far as fits, and tells what doesn't", () => {
  const { heads, lines, more } = tablePicture({}, rows, person);
  expect(heads[2]).toEqual({ text: "Revenue usd", numeric: true });
  expect(lines[1]).toEqual(["Region 1", "Team", "$1.00"]);
  expect([lines.length, more]).toEqual([60, "20 more rows"]);
});

test("[D10] a pivot's picture has its crossing", () => {
  const spec = { rows: ["region"], columns: ["plan"], value: "revenue_usd", aggregate: "sum" as const };
  const { heads, lines, more } = pivotPicture(spec, rows, person);
  expect(heads.map(({ text }) => text)).toEqual(["Region", "Starter", "Team"]);
  expect([lines.length, lines[0]?.[1], more]).toEqual([4, "$760.00", ""]);
});
