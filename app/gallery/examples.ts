import type { WidgetRows } from "@/app/_canvas/charts/widget-face";
import type { Widget } from "@/lib/dashboards/schema";
import type { Cell, Column, Rows } from "@/lib/sources/schema";

export type Example = { name: string; widget: Widget; state: WidgetRows };

const layout = { x: 0, y: 0, w: 4, h: 7 };
const shared = {
  layout,
  placedBy: "agent",
  madeBy: { kind: "agent", name: "visualizer" },
  queryId: "q_1",
} as const;
const columns = (shape: Record<string, string>): Column[] =>
  Object.entries(shape).map(([name, type]) => ({ name, type }));
const ready = (shape: Record<string, string>, rows: Cell[][]): WidgetRows => ({
  status: "ready",
  asOf: "2026-11-30T10:00:00Z",
  rows: { columns: columns(shape), rows, truncated: false } satisfies Rows,
});

/** The same wave on every visit, so that two screenshots can be compared. */
const wave = (index: number, phase = 0) =>
  Math.sin(index / 3 + phase) + Math.sin(index / 7.3 + phase * 2) * 0.6;
const months = Array.from({ length: 24 }, (_, index) => {
  const [year, month] = [2024 + Math.floor(index / 12), (index % 12) + 1];
  return `${year}-${String(month).padStart(2, "0")}-01`;
});
const regions = ["North America", "Europe", "Asia Pacific", "Latin America"];
const plans = ["Starter", "Team", "Business", "Enterprise"];
const long = "A customer whose legal name fills a whole line and then some, Ltd. & Co. <b>KG</b>";

const churn = months.flatMap((month, index) =>
  regions.map((region, at): Cell[] => [
    month,
    region,
    (2.4 + at * 0.5 + wave(index, at) * 0.6 + (at === 1 && index > 17 ? 2.2 : 0)).toFixed(2),
  ]),
);
const revenue = plans.flatMap((plan, at) =>
  regions.map((region, index): Cell[] => [
    plan,
    region,
    String(Math.round(42_000 * (at + 1) * (1.4 - index * 0.25))),
  ]),
);

let made = 0;
const example = (name: string, widget: Record<string, unknown>, state: WidgetRows): Example => {
  made += 1;
  return { name, state, widget: { id: `w_${made}`, title: name, ...shared, ...widget } as Widget };
};

const mrr = ready(
  { month: "DATE", mrr: "DECIMAL(18,2)", before: "DECIMAL(18,2)" },
  months.map((month, index) => [
    month,
    (1_184_000 + index * 31_000 + wave(index) * 24_000).toFixed(2),
    (1_160_000 + index * 30_000).toFixed(2),
  ]),
);

export const typical: Example[] = [
  example(
    "Monthly recurring revenue",
    {
      kind: "number",
      spec: { value: "mrr", compare: "before", sparkline: { x: "month", y: "mrr" }, format: "currency" },
    },
    mrr,
  ),
  example(
    "Churn this month",
    { kind: "number", spec: { value: "churn_pct", compare: "before", better: "down" } },
    ready({ churn_pct: "DOUBLE", before: "DOUBLE" }, [[3.42, 2.1]]),
  ),
  example(
    "Open tickets",
    { kind: "number", spec: { value: "tickets" } },
    ready({ tickets: "BIGINT" }, [["1284"]]),
  ),
  example(
    "Churn by region",
    { kind: "line", spec: { x: "month", y: ["churn_pct"], series: "region" } },
    ready({ month: "DATE", region: "VARCHAR", churn_pct: "DECIMAL(5,2)" }, churn),
  ),
  example("Revenue", { kind: "area", spec: { x: "month", y: ["mrr"], format: "currency" } }, mrr),
  example(
    "Tickets by region, stacked",
    { kind: "area", spec: { x: "month", y: ["churn_pct"], series: "region", stack: true, format: "number" } },
    ready({ month: "DATE", region: "VARCHAR", churn_pct: "DECIMAL(5,2)" }, churn),
  ),
  example(
    "Revenue by plan and region",
    { kind: "bar", spec: { x: "plan", y: ["mrr"], series: "region", format: "currency" } },
    ready({ plan: "VARCHAR", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, revenue),
  ),
  example(
    "Stacked",
    { kind: "bar", spec: { x: "plan", y: ["mrr"], series: "region", stack: "stacked", format: "currency" } },
    ready({ plan: "VARCHAR", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, revenue),
  ),
  example(
    "As shares, lying",
    { kind: "bar", spec: { x: "plan", y: ["mrr"], series: "region", stack: "percent", horizontal: true } },
    ready({ plan: "VARCHAR", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, revenue),
  ),
  example(
    "Accounts by industry",
    { kind: "bar", spec: { x: "industry", y: ["accounts"], horizontal: true, sort: "descending" } },
    ready(
      { industry: "VARCHAR", accounts: "BIGINT" },
      ["Software", "Retail", "Health care", "Manufacturing", "Education", "Logistics"].map((name, at) => [
        name,
        String(340 - ((at * 97) % 260)),
      ]),
    ),
  ),
  example(
    "Revenue by plan",
    { kind: "pie", spec: { label: "plan", value: "mrr", format: "currency" } },
    ready({ plan: "VARCHAR", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, revenue),
  ),
  example(
    "Usage and revenue",
    { kind: "scatter", spec: { x: "usage_hours", y: "mrr", size: "seats", series: "plan" } },
    ready(
      { usage_hours: "DOUBLE", mrr: "DOUBLE", seats: "INTEGER", plan: "VARCHAR" },
      Array.from({ length: 120 }, (_, index) => [
        20 + index * 3 + wave(index) * 40,
        400 + index * 22 + wave(index, 2) * 600,
        3 + ((index * 37) % 90),
        plans[index % 3] ?? "",
      ]),
    ),
  ),
  example(
    "Tickets by weekday and hour",
    { kind: "heatmap", spec: { x: "hour", y: "weekday", value: "tickets" } },
    ready(
      { hour: "VARCHAR", weekday: "VARCHAR", tickets: "BIGINT" },
      ["Mon", "Tue", "Wed", "Thu", "Fri"].flatMap((weekday, at) =>
        [8, 10, 12, 14, 16, 18].map((hour) => [
          `${hour}:00`,
          weekday,
          String(Math.round(30 + wave(hour + at * 5) * 18)),
        ]),
      ),
    ),
  ),
  example(
    "From visit to contract",
    { kind: "funnel", spec: { stage: "stage", value: "accounts" } },
    ready({ stage: "VARCHAR", accounts: "BIGINT" }, [
      ["Visited", "18400"],
      ["Signed up", "6120"],
      ["Activated", "2950"],
      ["Trial", "1410"],
      ["Paying", "620"],
    ]),
  ),
  example(
    "Largest accounts",
    { kind: "table", spec: {} },
    ready(
      {
        account_id: "BIGINT",
        name: "VARCHAR",
        plan: "VARCHAR",
        mrr_usd: "DECIMAL(18,2)",
        since: "DATE",
        active: "BOOLEAN",
      },
      Array.from({ length: 5000 }, (_, index) => [
        String(90_000 + index),
        index % 7 === 3 ? long : `Account ${index}`,
        plans[index % 4] ?? "",
        (9000 - index * 1.7).toFixed(2),
        months[index % 24] ?? "",
        index % 5 !== 0,
      ]),
    ),
  ),
  example(
    "Revenue, crossed",
    {
      kind: "pivot",
      spec: { rows: ["plan"], columns: ["region"], value: "mrr", aggregate: "sum", format: "currency" },
    },
    ready({ plan: "VARCHAR", region: "VARCHAR", mrr: "DECIMAL(18,2)" }, revenue),
  ),
  example(
    "What happened",
    {
      kind: "text",
      spec: {},
      queryId: undefined,
      text: "## Churn rose in Europe\n\nIt went from **2.9 %** to **5.1 %** in the six months after the price change. Tickets rose a month earlier.\n\n- Starter plans left first\n- Enterprise stayed\n\n| Region | Churn |\n|---|---|\n| Europe | 5.1 % |\n\n[Read on](https://example.org) [not this](javascript:alert(1)) ![pixel](https://example.org/p.png)",
    },
    { status: "loading" },
  ),
];

export const extreme: Example[] = [
  example(
    "The largest, and Other",
    { kind: "bar", spec: { x: "name", y: ["v"], sort: "descending", top: 6 } },
    ready(
      { name: "VARCHAR", v: "BIGINT" },
      Array.from({ length: 80 }, (_, at) => [`Category ${at}`, String(40 + ((at * 53) % 97))]),
    ),
  ),
  example(
    "A target above all",
    {
      kind: "line",
      spec: { x: "month", y: ["mrr"], lines: [{ value: 2_400_000, label: "Target" }], format: "currency" },
    },
    mrr,
  ),
  example(
    "Coloured by a rule",
    { kind: "number", spec: { value: "mrr", rules: [{ when: "above", value: 1, tone: "bad" }] } },
    mrr,
  ),
  example(
    "A table with rules",
    {
      kind: "table",
      spec: {
        columns: [
          { column: "month", format: "month" },
          {
            column: "mrr",
            format: "compact",
            rules: [
              { when: "above", value: 1_700_000, tone: "good" },
              { when: "below", value: 1_250_000, tone: "warning" },
            ],
          },
        ],
      },
    },
    mrr,
  ),
  example(
    "One value",
    { kind: "line", spec: { x: "month", y: ["mrr"] } },
    ready({ month: "DATE", mrr: "DOUBLE" }, [["2025-01-01", 12]]),
  ),
  example(
    "Gaps, NaN and infinity",
    { kind: "line", spec: { x: "month", y: ["a"] } },
    ready(
      { month: "DATE", a: "DOUBLE" },
      months.map((month, index) => [
        month,
        index % 6 === 2 ? null : index === 9 ? "NaN" : index === 15 ? "Infinity" : 40 + wave(index) * 9,
      ]),
    ),
  ),
  example(
    "30 series",
    { kind: "line", spec: { x: "month", y: ["v"], series: "name" } },
    ready(
      { month: "DATE", name: "VARCHAR", v: "DOUBLE" },
      months.flatMap((month, index) =>
        Array.from({ length: 30 }, (_, at): Cell[] => [
          month,
          `Series with a rather long name ${at}`,
          at * 4 + wave(index, at) * 6,
        ]),
      ),
    ),
  ),
  example(
    "Hourly for two days",
    { kind: "area", spec: { x: "at", y: ["calls"] } },
    ready(
      { at: "TIMESTAMP WITH TIME ZONE", calls: "INTEGER" },
      Array.from({ length: 48 }, (_, index) => [
        `2026-11-${28 + Math.floor(index / 24)} ${String(index % 24).padStart(2, "0")}:00:00+00`,
        Math.round(200 + wave(index) * 90),
      ]),
    ),
  ),
  example(
    "50,000 points",
    { kind: "line", spec: { x: "n", y: ["v"] } },
    ready(
      { n: "BIGINT", v: "DOUBLE" },
      Array.from({ length: 50_000 }, (_, index) => [
        String(index),
        wave(index / 900) * 50 + ((index * 7919) % 13),
      ]),
    ),
  ),
  example(
    "Long labels",
    { kind: "bar", spec: { x: "name", y: ["v"] } },
    ready(
      { name: "VARCHAR", v: "BIGINT" },
      Array.from({ length: 6 }, (_, at) => [`${at} ${long}`, String(900 - at * 130)]),
    ),
  ),
  example(
    "Long labels, lying",
    { kind: "bar", spec: { x: "name", y: ["v"], horizontal: true } },
    ready(
      { name: "VARCHAR", v: "BIGINT" },
      Array.from({ length: 6 }, (_, at) => [`${at} ${long}`, String(900 - at * 130)]),
    ),
  ),
  example(
    "80 categories",
    { kind: "bar", spec: { x: "name", y: ["v"], sort: "descending" } },
    ready(
      { name: "VARCHAR", v: "BIGINT" },
      Array.from({ length: 80 }, (_, at) => [`Category ${at}`, String(40 + ((at * 53) % 97))]),
    ),
  ),
  example(
    "Below zero",
    { kind: "bar", spec: { x: "month", y: ["net"], format: "currency" } },
    ready(
      { month: "DATE", net: "DOUBLE" },
      months.map((month, index) => [month, wave(index) * 4000]),
    ),
  ),
  example(
    "Many slices",
    { kind: "pie", spec: { label: "name", value: "v" } },
    ready(
      { name: "VARCHAR", v: "BIGINT" },
      Array.from({ length: 23 }, (_, at) => [at === 2 ? long : `Part ${at}`, String(3 + ((at * 29) % 83))]),
    ),
  ),
  example(
    "One slice",
    { kind: "pie", spec: { label: "name", value: "v", donut: false } },
    ready({ name: "VARCHAR", v: "BIGINT" }, [["Everything", "12"]]),
  ),
  example(
    "Beyond a double",
    { kind: "number", spec: { value: "n", format: "integer" } },
    ready({ n: "HUGEINT" }, [["170141183460469231731687303715884105727"]]),
  ),
  example(
    "Nothing to compare",
    { kind: "number", spec: { value: "v", compare: "before" } },
    ready({ v: "BIGINT", before: "BIGINT" }, [["12", null]]),
  ),
  example(
    "Odd cells",
    { kind: "table", spec: {} },
    ready(
      { nothing: "VARCHAR", wide: "BIGINT", nested: "STRUCT(a INTEGER)[]", nan: "DOUBLE", at: "TIMESTAMP" },
      Array.from({ length: 8 }, (_, at) => [
        null,
        `900719925474099${at}`,
        [{ a: at }],
        "NaN",
        "2026-11-30 09:15:00",
      ]),
    ),
  ),
  example(
    "Wide heatmap",
    { kind: "heatmap", spec: { x: "day", y: "name", value: "v" } },
    ready(
      { day: "DATE", name: "VARCHAR", v: "DOUBLE" },
      Array.from({ length: 12 * 40 }, (_, at) => [
        `2026-0${1 + (Math.floor(at / 12) % 2)}-${String(1 + (Math.floor(at / 24) % 28)).padStart(2, "0")}`,
        `Row ${at % 12}`,
        wave(at),
      ]),
    ),
  ),
];

export const broken: Example[] = [
  example(
    "No rows",
    { kind: "line", spec: { x: "month", y: ["mrr"] } },
    ready({ month: "DATE", mrr: "DOUBLE" }, []),
  ),
  example(
    "Missing column",
    { kind: "bar", spec: { x: "plan", y: ["revenue"] } },
    ready({ plan: "VARCHAR", mrr: "DOUBLE" }, [["Team", 1]]),
  ),
  example(
    "Query failed",
    { kind: "table", spec: {} },
    {
      status: "failed",
      message:
        "Catalog Error: Table with name acounts does not exist! Did you mean “accounts”? (line 2, column 6)",
    },
  ),
  ...(["number", "line", "bar", "pie", "table"] as const).map((kind) =>
    example(
      `Loading ${kind}`,
      {
        kind,
        spec:
          kind === "number"
            ? { value: "v" }
            : kind === "pie"
              ? { label: "a", value: "b" }
              : kind === "table"
                ? {}
                : { x: "a", y: ["b"] },
      },
      { status: "loading" },
    ),
  ),
];
