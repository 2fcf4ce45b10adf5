import { afterAll, beforeAll, expect, test } from "vitest";
import { byRegion, openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

test("[E8] effects leave ids, titles and versions; looking leaves nothing", async () => {
  const fresh = openTestServices();
  try {
    const before = fresh.state();
    await fresh.call("sql-workbench___run_sql", { sql: byRegion });
    await fresh.call("dashboard___list_dashboards", {});
    expect(fresh.state()).toBe(before);
    const saved = await fresh.call<{ created: { query_id: string; source_id: string }[] }>(
      "sql-workbench___create_queries",
      { queries: [{ title: "Accounts", sql: byRegion }] },
    );
    const [query] = saved.structured.created;
    const { structured: board } = await fresh.call<{ dashboard_id: string }>("dashboard___create_dashboard", {
      title: "Board",
    });
    const { structured: plotted } = await fresh.call<{ created: { widget_id: string }[] }>(
      "dashboard___plot_widgets",
      {
        dashboard_id: board.dashboard_id,
        widgets: [
          { title: "A", kind: "bar", query_id: query?.query_id ?? "" },
          { title: "B", kind: "table", query_id: query?.query_id ?? "" },
        ],
      },
    );
    const widgets = plotted.created.map((widget) => widget.widget_id);
    expect(fresh.state().kaboo_workspace).toMatchObject({
      focus: { kind: "dashboard", id: board.dashboard_id, widgets, seq: 3 },
      dashboards: { [board.dashboard_id]: { title: "Board", version: 2, widgets } },
      queries: {
        [query?.query_id ?? ""]: {
          title: "Accounts",
          columns: ["region", "accounts"],
          source: query?.source_id,
        },
      },
      changes: [
        { summary: "Saved the query “Accounts”", query: query?.query_id },
        { summary: "Created “Board”", dashboard: board.dashboard_id },
        {
          summary: "Added 2 widgets on “Board”",
          agent: "visualizer",
          dashboard: board.dashboard_id,
          widgets,
        },
      ],
    });
    await fresh.call("dashboard___remove_widgets", {
      dashboard_id: board.dashboard_id,
      widgets: [{ widget_id: widgets[0] ?? "" }],
    });
    expect(fresh.state().kaboo_workspace).toMatchObject({
      dashboards: { [board.dashboard_id]: { version: 3, widgets: [widgets[1]] } },
    });
    await fresh.call("dashboard___delete_dashboard", { dashboard_id: board.dashboard_id });
    expect(fresh.state().kaboo_workspace).toMatchObject({ focus: null, dashboards: {} });
  } finally {
    await fresh.close();
  }
});

test("[K2] what is at work has a readable summary", () => {
  const summary = (
    tool: string,
    input: Parameters<NonNullable<(typeof kaboo.team.pending)[number]["start"]>>[0]["input"],
  ) => {
    const mapper = kaboo.team.pending.find((each) => each.tool === tool);
    const operations = mapper?.start({
      tool,
      input,
      agent: "visualizer",
      run: { threadId: "t_1", runId: "r_1", toolCallId: "c_9" },
      state: kaboo.state(),
      now: new Date("2026-11-30T10:00:00Z"),
    });
    const [operation] = operations ?? [];
    return operation?.op === "add" ? operation.value : undefined;
  };
  expect(summary("dashboard___plot_widgets", { widgets: [{}, {}] })).toEqual({
    call: "c_9",
    agent: "visualizer",
    summary: "Plotting 2 widgets",
    since: "2026-11-30T10:00:00.000Z",
  });
  expect(summary("delegate___*", { task: "Plot both." })).toMatchObject({ summary: "Asked: Plot both." });
});
