import type { SeriesOption } from "echarts";
import { expect, test } from "vitest";
import { type Chart, compile } from "@/app/_canvas/charts/compile";
import { plainTheme } from "@/app/_canvas/charts/theme";
import { escapeHtml, tooltipHtml } from "@/app/_canvas/charts/tooltip";
import type { Cell, Rows } from "@/lib/sources/schema";

const drawing = { theme: plainTheme, person: { locale: "en-US", timeZone: "UTC" }, width: 640, height: 320 };

function rowsOf(shape: Record<string, string>, rows: Cell[][]): Rows {
  return { columns: Object.entries(shape).map(([name, type]) => ({ name, type })), rows, truncated: false };
}

function seriesOf(chart: Chart, rows: Rows): SeriesOption[] {
  const { series } = compile(chart, rows, drawing).option;
  return Array.isArray(series) ? series : series ? [series] : [];
}

const byRegion = rowsOf({ month: "DATE", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, [
  ["2025-02-01", "EU", "20.50"],
  ["2025-01-01", "EU", "10"],
  ["2025-01-01", "US", "30"],
]);

test("[D8] a line over time runs forward and leaves gaps where a series has no row", () => {
  const series = seriesOf({ kind: "line", spec: { x: "month", y: ["mrr"], series: "region" } }, byRegion);
  const [january, february] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1)];
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    [
      "EU",
      [
        [january, 10],
        [february, 20.5],
      ],
    ],
    [
      "US",
      [
        [january, 30],
        [february, null],
      ],
    ],
  ]);
});

test("[D8] an area may stack", () => {
  const spec = { x: "month", y: ["mrr"], series: "region", stack: true };
  expect(seriesOf({ kind: "area", spec }, byRegion)).toMatchObject([
    { stack: "all", areaStyle: {} },
    { stack: "all" },
  ]);
});

test("[D8] bars are grouped, stacked, as shares, lying and sorted", () => {
  const rows = rowsOf({ plan: "VARCHAR", a: "BIGINT", b: "BIGINT" }, [
    ["Team", "1", "3"],
    ["Free", "9", "1"],
  ]);
  const spec = { x: "plan", y: ["a", "b"] };
  const grouped = seriesOf({ kind: "bar", spec }, rows);
  expect(grouped.map(({ name, data }) => [name, data])).toEqual([
    ["A", [1, 9]],
    ["B", [3, 1]],
  ]);
  expect(grouped.every((one) => !("stack" in one))).toBe(true);
  const shares = seriesOf({ kind: "bar", spec: { ...spec, stack: "percent" } }, rows);
  expect(shares.map(({ data }) => data)).toEqual([
    [0.25, 0.9],
    [0.75, 0.1],
  ]);
  const lying = compile(
    { kind: "bar", spec: { ...spec, horizontal: true, sort: "descending" } },
    rows,
    drawing,
  ).option;
  expect(lying.yAxis).toMatchObject({ type: "category", inverse: true, data: ["Free", "Team"] });
});

test("[D8] rows that share one x are added up, and the reader is told", () => {
  const rows = rowsOf({ plan: "VARCHAR", v: "BIGINT" }, [
    ["Team", "1"],
    ["Team", "2"],
  ]);
  const { option, notes } = compile({ kind: "bar", spec: { x: "plan", y: ["v"] } }, rows, drawing);
  expect(option.series).toMatchObject([{ data: [3] }]);
  expect(notes).toEqual(["Several rows share one “Plan”; their values were added up."]);
});

test("[D15] a pie keeps its largest parts and adds the rest up as Other", () => {
  const rows = rowsOf(
    { name: "VARCHAR", v: "BIGINT" },
    Array.from({ length: 12 }, (_, at) => [`P${at}`, String(at + 1)]),
  );
  const { option, notes } = compile({ kind: "pie", spec: { label: "name", value: "v" } }, rows, drawing);
  expect(option.series).toMatchObject([
    { data: { length: 8, 0: { name: "P11", value: 12 }, 7: { name: "Other", value: 15 } } },
  ]);
  expect(notes).toEqual(["“Other” holds the 5 smallest parts."]);
});

test("[D8] a scatter skips rows without a place and sizes points by area", () => {
  const rows = rowsOf({ x: "DOUBLE", y: "DOUBLE", n: "INTEGER" }, [
    [1, 2, 100],
    [2, null, 50],
    [3, 4, 25],
  ]);
  const [series] = seriesOf({ kind: "scatter", spec: { x: "x", y: "y", size: "n" } }, rows);
  expect(series?.data).toEqual([
    { value: [1, 2], symbolSize: 26 },
    { value: [3, 4], symbolSize: 15.5 },
  ]);
});

test("[D8] a heatmap puts each value where its two columns meet", () => {
  const rows = rowsOf({ h: "VARCHAR", d: "VARCHAR", v: "BIGINT" }, [
    ["8", "Mon", "1"],
    ["9", "Tue", "5"],
  ]);
  const { option } = compile({ kind: "heatmap", spec: { x: "h", y: "d", value: "v" } }, rows, drawing);
  expect(option.series).toMatchObject([{ data: [{ value: [0, 0, 1] }, { value: [1, 1, 5] }] }]);
  expect(option.visualMap).toMatchObject({ min: 1, max: 5 });
});

test("[D8] a funnel keeps the query's order", () => {
  const rows = rowsOf({ stage: "VARCHAR", v: "BIGINT" }, [
    ["Visit", "10"],
    ["Trial", "20"],
    ["Paid", "2"],
  ]);
  const { option } = compile({ kind: "funnel", spec: { stage: "stage", value: "v" } }, rows, drawing);
  expect(option.series).toMatchObject([
    { sort: "none", data: [{ name: "Visit" }, { name: "Trial" }, { name: "Paid" }] },
  ]);
});

test("[D8] a column that isn't there is an error by name, and no rows are no error", () => {
  const rows = rowsOf({ plan: "VARCHAR", mrr: "DOUBLE" }, [["Team", 1]]);
  expect(() => compile({ kind: "pie", spec: { label: "plan", value: "revenue" } }, rows, drawing)).toThrow(
    "“revenue”",
  );
  const none = { ...rows, rows: [] };
  expect(seriesOf({ kind: "line", spec: { x: "plan", y: ["mrr"] } }, none)).toEqual([]);
});

test("[S3] text from data is harmless in a tooltip", () => {
  expect(escapeHtml(`<img src=x onerror="a('b')">&`)).toBe(
    "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;",
  );
  const html = tooltipHtml(
    "<b>t</b>",
    [{ name: "<i>n</i>", value: "<u>1</u>", color: '"><script>' }],
    plainTheme,
  );
  expect(html).not.toMatch(/<(b|i|u|script)>/);
});

test("[D15] rates and averages are never added up: not in a pie's middle, nor by rows that share a place, nor as Other", () => {
  const rates = rowsOf({ region: "VARCHAR", churn_rate: "DOUBLE" }, [
    ["EU", 0.2],
    ["EU", 0.4],
    ["US", 0.1],
    ["LATAM", 0.2],
    ["APAC", 0.1],
  ]);
  const pie = compile({ kind: "pie", spec: { label: "region", value: "churn_rate" } }, rates, drawing);
  expect(pie.option.title).toBeUndefined();
  expect(pie.markAt(0, 0)).toMatchObject({ label: "EU", value: "30%" });
  const amounts = compile({ kind: "pie", spec: { label: "region", value: "mrr" } }, byRegion, drawing);
  expect(amounts.option.title).toMatchObject({ text: "60.5", subtext: "Total" });
  const bars = compile(
    { kind: "bar", spec: { x: "region", y: ["churn_rate"], top: 2, sort: "descending" } },
    rates,
    drawing,
  );
  expect(bars.markAt(0, 0)).toMatchObject({ label: "EU", value: "30%" });
  expect(bars.markAt(0, 2)).toMatchObject({ label: "Other", value: "10%" });
  expect(bars.notes).toEqual([
    "Several rows share one “Region”; their values were averaged.",
    "“Other” is the mean of the 2 smallest.",
  ]);
});

test("[D8] more names than fit side by side lie, the largest of them, and the reader is told; unless one says otherwise", () => {
  const cities = rowsOf(
    { city: "VARCHAR", sales: "BIGINT" },
    Array.from({ length: 40 }, (_, at) => [`City ${at}`, String(at)]),
  );
  const bars = (spec: object, rows = cities) =>
    compile({ kind: "bar", spec: { x: "city", y: ["sales"], ...spec } }, rows, drawing);
  const lying = bars({});
  expect(lying.option.yAxis).toMatchObject({ type: "category" });
  const [drawn] = lying.sizes;
  expect(drawn).toBeLessThan(20);
  expect(lying.markAt(0, (drawn ?? 0) - 1)?.label).toBe("Other");
  expect(lying.notes).toEqual([expect.stringMatching(/^“Other” adds up the \d+ smallest\.$/)]);
  expect(bars({ horizontal: false }).option.xAxis).toMatchObject({ type: "category" });
  expect(bars({ horizontal: false }).sizes).toEqual([40]);
  const months = rowsOf(
    { city: "VARCHAR", sales: "BIGINT" },
    Array.from({ length: 40 }, (_, at) => [`2025-${at}`, String(at)]),
  );
  expect(bars({}, months).option.xAxis).toMatchObject({ type: "category", data: { length: 40 } });
});
