import { expect, test } from "vitest";
import type { Source } from "@/lib/sources/schema";
import { followUpsFor, suggestionsFor } from "./suggestions";

const column = (name: string, type: string) => ({ name, type });
const source = (tables: Source["tables"]): Source => ({
  id: "s_1",
  title: "Sample",
  kind: "duckdb",
  generation: 1,
  updatedAt: "2026-11-30T10:00:00Z",
  tables,
});

test("[C12] the first questions are made of the tables' own columns", () => {
  const subscriptions = {
    name: "subscriptions",
    rowCount: 500,
    columns: [
      column("account_id", "BIGINT"),
      column("region", "VARCHAR"),
      column("monthly_fee", "DECIMAL(18,2)"),
      column("started_on", "DATE"),
    ],
  };
  const questions = suggestionsFor([source([subscriptions])]);
  expect(questions).toEqual([
    "What data is there?",
    "Build a dashboard about monthly fee by region",
    "How did monthly fee develop by month?",
  ]);
});

test("[C12] the table about money comes first, however small", () => {
  const usage = {
    name: "usage",
    rowCount: 90_000,
    columns: [column("region", "VARCHAR"), column("active_users", "INTEGER")],
  };
  const orders = {
    name: "orders",
    rowCount: 50,
    columns: [column("discount", "DOUBLE"), column("revenue", "DOUBLE"), column("channel", "VARCHAR")],
  };
  expect(suggestionsFor([source([usage, orders])])).toEqual([
    "What data is there?",
    "Build a dashboard about revenue by channel",
    "Compare active users by region",
  ]);
});

test("[C12] ids are no measures and names no dimensions; without tables nothing is made up", () => {
  const table = {
    name: "people",
    rowCount: 3,
    columns: [column("id", "INTEGER"), column("full_name", "VARCHAR")],
  };
  expect(suggestionsFor([source([table])])).toEqual(["What data is there?"]);
  expect(suggestionsFor([])).toEqual([]);
});

test("[C12] follow-ups go on from what is asked already, and add to the board when there is one", () => {
  const fees = {
    name: "subscriptions",
    rowCount: 500,
    columns: [
      column("region", "VARCHAR"),
      column("plan", "VARCHAR"),
      column("monthly_fee", "DECIMAL(18,2)"),
      column("started_on", "DATE"),
    ],
  };
  const asked = { board: true, titles: ["Monthly fee by region"], said: [] as string[] };
  expect(followUpsFor([source([fees])], asked)).toEqual([
    "Add monthly fee by plan to it",
    "Add monthly fee by month to it",
    "Filter it by plan",
  ]);
  // Others with each turn, and none that was asked.
  const said = ["Show me monthly fee by region", "add monthly fee by month to it"];
  expect(followUpsFor([source([fees])], { ...asked, said })).toEqual([
    "Add monthly fee by plan to it",
    "Filter it by plan",
    "Build another dashboard about monthly fee by plan",
  ]);
  expect(followUpsFor([source([fees])], { ...asked, said: ["Hello"] })).not.toEqual(
    followUpsFor([source([fees])], asked),
  );
  expect(followUpsFor([source([fees])], { board: false, titles: [], said: [] })).toEqual([
    "Build a dashboard about monthly fee by region",
    "How did monthly fee develop by month?",
    "Compare monthly fee by plan",
  ]);
  expect(followUpsFor([], asked)).toEqual([]);
});
