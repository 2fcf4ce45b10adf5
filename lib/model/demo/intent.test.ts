import { expect, test } from "vitest";
import { type Intent, readIntent } from "@/lib/model/demo/intent";

const about = (measure: string, by?: string) => ({
  request: { measures: [measure.split(" ")], by: by === undefined ? [] : [by.split(" ")] },
});

const phrasings: [string, { kind: Intent["kind"] } & Record<string, unknown>][] = [
  ["What data is there?", { kind: "data", about: [] }],
  ["which tables do you have", { kind: "data" }],
  ["describe the orders table", { kind: "data", about: ["orders"] }],
  ["Show me churn by region", { kind: "build", ...about("churn", "region") }],
  ["Build a dashboard about revenue by plan", { kind: "build", ...about("revenue", "plan") }],
  ["dashbord of sales by store", { kind: "build", ...about("sales", "store") }],
  ["monthly revenue", { kind: "build", ...about("revenue", "monthly") }],
  ["revenue over time", { kind: "build", ...about("revenue", "time") }],
  ["top 5 products by revenue", { kind: "build", ...about("revenue", "products") }],
  ["add revenue by plan to it", { kind: "add", ...about("revenue", "plan") }],
  ["ad revenue by plan to it", { kind: "add", ...about("revenue", "plan") }],
  ["Add tickets over time to the dashboard", { kind: "add", ...about("tickets", "time") }],
  ["rename it to Why customers leave", { kind: "rename", target: "it", title: "Why customers leave" }],
  ["renmae the dashboard to X", { kind: "rename", target: "the dashboard", title: "X" }],
  [
    "change the title of churn by region to Losses",
    { kind: "rename", target: "churn by region", title: "Losses" },
  ],
  ['call the chart "Foo bar"', { kind: "rename", target: "the chart", title: "Foo bar" }],
  ["make it a line chart", { kind: "change-kind", target: "it", to: "line" }],
  ["show it as a table", { kind: "change-kind", target: "it", to: "table" }],
  ["turn churn by region into a pie", { kind: "change-kind", target: "churn by region", to: "pie" }],
  ["move it to the top", { kind: "move", target: "it", place: "top" }],
  ["put revenue by plan at the bottom", { kind: "move", target: "revenue by plan", place: "bottom" }],
  ["make it wider", { kind: "move", target: "it", place: "wider" }],
  ["remove the table", { kind: "remove", target: "the table" }],
  ["delet churn by region", { kind: "remove", target: "churn by region" }],
  ["delete the dashboard", { kind: "remove", target: "the dashboard" }],
  ["add a filter by region", { kind: "filter", by: ["region"] }],
  ["let me choose the region", { kind: "filter", by: ["region"] }],
  ["only show EMEA", { kind: "filter", value: "EMEA" }],
  ["explain churn by region", { kind: "explain", target: "churn by region" }],
  ["how is churn rate computed?", { kind: "explain", target: "churn rate" }],
  ["how many tickets are open?", { kind: "question", ...about("tickets open") }],
  ["which region has the highest churn?", { kind: "question", ...about("churn", "region") }],
  ["which dashboards are there?", { kind: "list" }],
  ["hello", { kind: "courtesy", thanks: false }],
  ["ok great, thanks!", { kind: "courtesy", thanks: true }],
  ["undo that", { kind: "undo" }],
  ["why did churn rise in LATAM?", { kind: "why", ...about("churn latam") }],
  ["clear the region filter", { kind: "filter", by: ["region"], value: "All" }],
  ["Zeig mir den Umsatz nach Region", { kind: "language", answer: expect.stringContaining("Englisch") }],
  ["revenue last year by month", { kind: "build", request: { period: { label: "last year", back: 1 } } }],
  ["churn since 2024", { kind: "build", request: { period: { from: "2024-01-01" } } }],
];

test.each(phrasings)("[T6] “%s” is understood", (message, intent) => {
  expect(readIntent(message)).toMatchObject(intent);
});

test("[T6] of a pasted text only the beginning is read, so that no length keeps the server busy", () => {
  const pasted = "churn by region ".repeat(1_000);
  expect(readIntent(`${pasted}as a pie`)).toEqual(readIntent(pasted));
});
