import { expect, test } from "vitest";
import { type Command, matchCommands } from "./commands";

const command = (group: string, label: string): Command => ({ id: label, group, label, run: () => {} });
const all = [
  command("Do", "New conversation"),
  command("Dashboards", "Old churn"),
  command("Dashboards", "Churn by region"),
  command("Queries", "Churn rate by region"),
];

test("[U3] the palette finds by parts of words and by group, what begins so first, and keeps its groups' order", () => {
  const found = (search: string) =>
    matchCommands(all, search).map(
      ({ value, items }) => `${value}: ${items.map(({ label }) => label).join(", ")}`,
    );
  expect(found("churn")).toEqual(["Dashboards: Churn by region, Old churn", "Queries: Churn rate by region"]);
  expect(found("quer reg")).toEqual(["Queries: Churn rate by region"]);
  expect(found("")).toHaveLength(3);
  expect(found("nothing like it")).toEqual([]);
});
