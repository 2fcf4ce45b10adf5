import { afterAll, beforeAll, expect, test } from "vitest";
import { byRegion, openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

test("[X1] looking at data names the source and gives a model at most 50 rows", async () => {
  const context = await kaboo.call<{ tables: { name: string }[] }>("project___get_context", {});
  expect(context.structured).toMatchObject({
    name: expect.any(String),
    sources: [{}],
    notes: expect.any(String),
  });
  expect(context.structured.tables.find((each) => each.name === "accounts")).toEqual({
    name: "accounts",
    source_id: expect.stringMatching(/^s_/),
    rows: expect.any(Number),
    columns: expect.arrayContaining([{ name: "region", type: "VARCHAR" }]),
  });
  const { structured, text } = await kaboo.call("sql-workbench___run_sql", { sql: "select * from accounts" });
  expect(structured).toMatchObject({
    row_count: 50,
    truncated: true,
    columns: expect.arrayContaining(["region"]),
    source_id: expect.stringMatching(/^s_/),
  });
  expect(text.split("\n")).toHaveLength(51);
  const described = await kaboo.call("sql-workbench___describe_table", { table: "accounts" });
  expect(described.structured).toMatchObject({ table: "accounts", source_id: expect.stringMatching(/^s_/) });
  expect(described.text).toContain('"region" VARCHAR');
});

test("[X1] create_queries and plot_widgets tell partial success as such", async () => {
  const saved = await kaboo.call<{ created: { query_id: string }[] }>("sql-workbench___create_queries", {
    queries: [
      { title: "Good", sql: byRegion },
      { title: "Bad", sql: "select nope from accounts" },
    ],
  });
  const query_id = saved.structured.created[0]?.query_id ?? "";
  expect(saved.structured).toEqual({
    created: [
      {
        query_id: expect.stringMatching(/^q_/),
        title: "Good",
        columns: ["region", "accounts"],
        source_id: expect.stringMatching(/^s_/),
        version: 1,
      },
    ],
    failed: [{ title: "Bad", error: expect.stringMatching(/nope.*line 1/s) }],
  });
  expect(saved.text).toContain(query_id);

  const made = await kaboo.call<{ dashboard_id: string }>("dashboard___create_dashboard", { title: "Board" });
  const { dashboard_id } = made.structured;
  expect(made.structured).toEqual({ dashboard_id: expect.stringMatching(/^d_/), title: "Board", version: 1 });
  const plotted = await kaboo.call("dashboard___plot_widgets", {
    dashboard_id,
    widgets: [
      { title: "Bars", kind: "bar", query_id, spec: { x: "region", y: ["accounts"] } },
      { title: "Wrong", kind: "pie", query_id, spec: { label: "regoin" } },
    ],
  });
  expect(plotted.isError).toBe(false);
  expect(plotted.structured).toEqual({
    dashboard_id,
    title: "Board",
    version: 2,
    created: [{ widget_id: expect.stringMatching(/^w_/), title: "Bars", kind: "bar" }],
    failed: [{ title: "Wrong", error: expect.stringContaining('spec.label names "regoin"') }],
  });
  const nothing = await kaboo.call("dashboard___plot_widgets", {
    dashboard_id,
    widgets: [{ title: "Wrong", kind: "bar", query_id: "q_none" }],
  });
  expect(nothing).toMatchObject({ isError: true, structured: { created: [], version: 2 } });
});

test("[X1] update, move and remove answer what changed and what failed; undo takes changes back", async () => {
  const { id: query_id } = await kaboo.saveQuery();
  const { id: dashboard_id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  const { dashboard } = await kaboo.dashboards.addWidgets(kaboo.agent(), dashboard_id, [
    { title: "One", kind: "bar", queryId: query_id },
    { title: "Two", kind: "bar", queryId: query_id },
  ]);
  const [one, two] = dashboard.widgets.map((widget) => widget.id);
  const widgets = (...each: object[]) => ({ dashboard_id, widgets: JSON.parse(JSON.stringify(each)) });
  const updated = await kaboo.call(
    "dashboard___update_widgets",
    widgets({ widget_id: one, title: "Uno" }, { widget_id: "w_none", title: "X" }),
  );
  expect(updated.structured).toEqual({
    dashboard_id,
    title: "Board",
    version: 3,
    changed: [{ widget_id: one, title: "Uno" }],
    failed: [{ widget_id: "w_none", error: expect.stringContaining(`There is no widget w_none here`) }],
  });
  const moved = await kaboo.call("dashboard___move_widgets", widgets({ widget_id: two, y: 20 }));
  expect(moved.structured).toMatchObject({
    version: 4,
    changed: [{ widget_id: two, title: "Two" }],
    failed: [],
  });
  const removed = await kaboo.call("dashboard___remove_widgets", widgets({ widget_id: two }));
  expect(removed.structured).toMatchObject({ version: 5, changed: [{ widget_id: two, title: "Two" }] });
  const [change] = await kaboo.dashboards.changesSince("local", dashboard_id, 4);
  const undone = await kaboo.call("dashboard___undo_changes", {
    dashboard_id,
    change_ids: [change?.id ?? ""],
  });
  expect(undone.structured).toMatchObject({
    version: 6,
    undone: [change?.id],
    kept: [],
    widgets: [one, two],
  });
});

test("[D9] set_variables adds, sets and takes out; what is wrong is told and changes nothing", async () => {
  const { id: dashboard_id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  const set = (variables: object[], remove: string[] = []) =>
    kaboo.call("dashboard___set_variables", {
      dashboard_id,
      variables: JSON.parse(JSON.stringify(variables)),
      remove,
    });
  const days = { from: "2026-01-01", to: "2026-06-30" };
  await set([
    { name: "region", kind: "choice", options: ["EMEA", "APAC"], value: "EMEA" },
    { name: "period", kind: "date_range", value: days },
  ]);
  const { structured, text } = await set([{ name: "region", value: "APAC" }], ["period"]);
  expect(structured).toMatchObject({ version: 3, variables: [{ name: "region", value: "APAC" }] });
  expect(text).toContain('$region choice = "APAC" (of "EMEA", "APAC")');
  await expect(set([{ name: "region", value: "Mars" }])).rejects.toThrow(
    '"Mars" is not an option of $region',
  );
  await expect(set([{ name: "new", value: "x" }])).rejects.toThrow("say its kind, too");
  await expect(set([{ name: "n", kind: "number", value: "x" }])).rejects.toThrow("expected number");
  expect(await kaboo.dashboards.get("local", dashboard_id)).toMatchObject({ version: 3 });
});

test("[D3] an agent's base is what its prompt showed: a view's mark, else the workspace, else what it names", async () => {
  const { id: query_id } = await kaboo.saveQuery();
  const { id: dashboard_id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  const { dashboard } = await kaboo.dashboards.addWidgets(
    kaboo.agent({ invocationId: "i_0" }),
    dashboard_id,
    [{ title: "One", kind: "bar", queryId: query_id }],
  );
  const widget_id = dashboard.widgets[0]?.id ?? "";
  await kaboo.dashboards.updateWidget(kaboo.me, dashboard_id, widget_id, { title: "Mine" });
  const rename = (values: object, expected = {}) =>
    kaboo.call("dashboard___update_widgets", {
      dashboard_id,
      widgets: [{ widget_id, title: "Agent's" }],
      ...expected,
      ...values,
    });
  const seen = (version: number) => ({
    marks: { dashboards: { base: {}, seen: { [dashboard_id]: version } } },
  });
  const state = {
    kaboo_workspace: { dashboards: { [dashboard_id]: { title: "Board", version: 2, widgets: [widget_id] } } },
  };
  const input = { dashboard_id, widgets: [{ widget_id, title: "Agent's" }] };
  for (const values of [seen(2), { state }]) {
    const refused = await kaboo.call("dashboard___update_widgets", input, values);
    expect(refused).toMatchObject({ isError: true, structured: { version: 3, changed: [] } });
    expect(refused.text).toMatch(/version 3 by a person: Renamed “One” to “Mine”/);
  }
  expect((await rename({ expected_version: 2 })).isError).toBe(true);
  expect((await kaboo.call("dashboard___update_widgets", input, seen(3))).isError).toBe(false);
});
