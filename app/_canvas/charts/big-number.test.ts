import { expect, test } from "vitest";
import { bigNumber } from "@/app/_canvas/charts/big-number";
import { missingColumn } from "@/app/_canvas/charts/named-columns";
import { pivot } from "@/app/_canvas/charts/pivot";
import { sortedOrder, tableColumns } from "@/app/_canvas/charts/table-lines";
import type { Cell, Rows } from "@/lib/sources/schema";

const person = { locale: "en-US", timeZone: "UTC" };

function rowsOf(shape: Record<string, string>, rows: Cell[][]): Rows {
  return { columns: Object.entries(shape).map(([name, type]) => ({ name, type })), rows, truncated: false };
}

test("[D8] a number shows its change, and whether that is good", () => {
  const rows = rowsOf({ v: "DOUBLE", before: "DOUBLE" }, [[110, 100]]);
  expect(bigNumber({ value: "v", compare: "before" }, rows, person)).toMatchObject({
    text: "110",
    change: { text: "+10%", before: "100", direction: "up", tone: "good" },
  });
  expect(bigNumber({ value: "v", compare: "before", better: "down" }, rows, person)?.change?.tone).toBe(
    "bad",
  );
  const zero = rowsOf({ v: "DOUBLE", before: "DOUBLE" }, [[5, 0]]);
  expect(bigNumber({ value: "v", compare: "before" }, zero, person)?.change?.text).toBe("+5");
  expect(bigNumber({ value: "v" }, { ...rows, rows: [] }, person)).toBeNull();
});

test("[D8] with a sparkline the newest row counts, whatever order the rows have", () => {
  const rows = rowsOf({ month: "DATE", mrr: "DECIMAL(18,2)" }, [
    ["2025-03-01", "30"],
    ["2025-01-01", "10"],
    ["2025-02-01", "20"],
  ]);
  const shown = bigNumber({ value: "mrr", sparkline: { x: "month", y: "mrr" } }, rows, person);
  expect(shown?.text).toBe("30.00");
  expect(shown?.sparkline.map(({ y }) => y)).toEqual([0, 0.5, 1]);
});

test("[D8] a pivot crosses rows with columns and says where there is nothing", () => {
  const rows = rowsOf({ plan: "VARCHAR", region: "VARCHAR", v: "BIGINT" }, [
    ["A", "EU", "1"],
    ["A", "EU", "2"],
    ["B", "US", "5"],
  ]);
  const spec = { rows: ["plan"], columns: ["region"], value: "v", aggregate: "sum" as const };
  expect(pivot(spec, rows, person)).toMatchObject({
    columns: ["EU", "US"],
    lines: [
      { heads: ["A"], cells: ["3", "–"] },
      { heads: ["B"], cells: ["–", "5"] },
    ],
  });
  expect(pivot({ ...spec, aggregate: "avg" }, rows, person).lines[0]?.cells[0]).toBe("1.5");
});

test("[Q3] a table sorts wide integers exactly and puts NULL last both ways", () => {
  const rows = rowsOf({ n: "BIGINT" }, [["9007199254740993"], [null], ["9007199254740992"], ["-5"]]);
  const columns = tableColumns({}, rows, person);
  const sort = (descending: boolean) =>
    sortedOrder(rows.rows, columns, { column: columns[0]?.key ?? "", descending }, person);
  expect(sort(false)).toEqual([3, 2, 0, 1]);
  expect(sort(true)).toEqual([0, 2, 3, 1]);
});

test("[D8] a widget whose query lost a column says which, and what there is", () => {
  const shared = {
    id: "w_1",
    title: "",
    layout: { x: 0, y: 0, w: 4, h: 4 },
    placedBy: "agent" as const,
    madeBy: { kind: "agent" as const, name: "a" },
    queryId: "q_1",
  };
  const rows = rowsOf({ plan: "VARCHAR", mrr: "DOUBLE" }, []);
  const widget = { ...shared, kind: "bar" as const, spec: { x: "plan", y: ["revenue"] } };
  expect(missingColumn(widget, rows)).toBe("The query has no column “revenue”. It has “plan”, “mrr”.");
  expect(missingColumn({ ...widget, spec: { x: "plan", y: ["mrr"] } }, rows)).toBeNull();
});
