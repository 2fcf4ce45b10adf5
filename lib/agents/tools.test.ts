import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

type Shape = { properties: Record<string, { items?: { properties?: object } }>; required?: string[] };
const shapeOf = (name: string): Shape => {
  const tool = kaboo.team.tools.find((each) => each.name === name);
  return JSON.parse(JSON.stringify(tool?.inputSchema ?? { properties: {} }));
};

/** Tool, its input (a `?` where it may be left out), and what one entry of its list has. */
const table: [string, string[], string[]?][] = [
  ["ask_user", ["questions"], ["question", "options", "multiple"]],
  ["project___get_context", []],
  ["sql-workbench___list_sources", []],
  ["sql-workbench___describe_table", ["table", "source_id?"]],
  ["sql-workbench___run_sql", ["sql", "source_id?", "params?", "limit?"]],
  ["sql-workbench___create_queries", ["queries"], ["title", "sql", "source_id", "description", "params"]],
  ["sql-workbench___update_query", ["query_id", "title?", "sql?", "expected_version?"]],
  ["sql-workbench___list_queries", []],
  ["sql-workbench___get_query", ["query_id"]],
  ["sql-workbench___delete_queries", ["query_ids"]],
  ["dashboard___create_dashboard", ["title", "description?", "variables?", "report?"]],
  ["dashboard___list_dashboards", []],
  ["dashboard___get_dashboard", ["dashboard_id"]],
  ["dashboard___update_dashboard", ["dashboard_id", "title?", "description?", "expected_version?"]],
  ["dashboard___set_variables", ["dashboard_id", "variables", "remove?", "expected_version?"]],
  ["dashboard___delete_dashboard", ["dashboard_id", "expected_version?"]],
  [
    "dashboard___plot_widgets",
    ["dashboard_id", "widgets"],
    ["title", "kind", "query_id", "spec", "text", "size"],
  ],
  [
    "dashboard___update_widgets",
    ["dashboard_id", "widgets", "expected_version?"],
    ["widget_id", "title", "kind", "query_id", "spec", "text"],
  ],
  [
    "dashboard___move_widgets",
    ["dashboard_id", "widgets", "expected_version?"],
    ["widget_id", "x", "y", "w", "h"],
  ],
  ["dashboard___remove_widgets", ["dashboard_id", "widgets", "expected_version?"], ["widget_id"]],
  ["dashboard___undo_changes", ["dashboard_id", "change_ids"]],
];

test.each(table)("[X1] %s has exactly this input", (name, input, entry) => {
  const { properties, required = [] } = shapeOf(name);
  const told = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
  expect(told).toEqual(input);
  if (entry) {
    const list = Object.values(properties).find((property) => property.items);
    expect(Object.keys(list?.items?.properties ?? {})).toEqual(entry);
  }
});

test("[X1] docs/api.md tells of each tool, and of no other", () => {
  const [, told = ""] = readFileSync("docs/api.md", "utf8").split(/^## (?:Tools|Hooks)$/m);
  const names = [...told.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(kaboo.team.tools.map((tool) => tool.name).sort());
});

test("[X1] there are no other tools", () => {
  expect(kaboo.team.tools.map((tool) => tool.name).sort()).toEqual(table.map(([name]) => name).sort());
});
