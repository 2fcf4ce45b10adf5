import { afterAll, beforeAll, expect, test } from "vitest";
import { runTeam } from "@/lib/agent/run-team";
import {
  byRegion,
  openTestServices,
  owner,
  type TestServices,
} from "@/lib/agents/testing/open-test-services";
import { createRuns } from "@/lib/runs/runs";
import { deadRun, dieInCall } from "@/lib/runs/testing/die-in-call";
import { playScript } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";

let kaboo: TestServices;
beforeAll(async () => {
  kaboo = openTestServices();
  // On a fresh clone the sample is made first.
  await kaboo.saveQuery();
});
afterAll(() => kaboo.close());

/** A board with two widgets, and a query that nothing draws. */
async function prepared() {
  const query = await kaboo.saveQuery();
  const unused = await kaboo.saveQuery("Unused");
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Board" });
  const bars = ["One", "Two"].map((title) => ({ title, kind: "bar" as const, queryId: query.id }));
  const { dashboard } = await kaboo.dashboards.addWidgets(kaboo.me, id, bars);
  const [one = "", two = ""] = dashboard.widgets.map((widget) => widget.id);
  const [change] = await kaboo.changes.list(owner, { dashboardId: id });
  return { query: query.id, unused: unused.id, board: id, one, two, change: change?.id ?? "" };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

const writing: [tool: string, input: (there: Prepared) => Json][] = [
  [
    "sql-workbench___create_queries",
    () => ({
      queries: [
        { title: "First", sql: byRegion },
        { title: "Second", sql: byRegion },
      ],
    }),
  ],
  ["sql-workbench___update_query", ({ query }) => ({ query_id: query, title: "Renamed" })],
  ["sql-workbench___delete_queries", ({ unused }) => ({ query_ids: [unused] })],
  ["dashboard___create_dashboard", () => ({ title: "Another" })],
  [
    "dashboard___plot_widgets",
    ({ board, query }) => ({
      dashboard_id: board,
      widgets: [{ title: "Three", kind: "bar", query_id: query }],
    }),
  ],
  [
    "dashboard___update_widgets",
    ({ board, one }) => ({ dashboard_id: board, widgets: [{ widget_id: one, title: "Uno" }] }),
  ],
  [
    "dashboard___move_widgets",
    ({ board, one }) => ({ dashboard_id: board, widgets: [{ widget_id: one, y: 40 }] }),
  ],
  [
    "dashboard___remove_widgets",
    ({ board, two }) => ({ dashboard_id: board, widgets: [{ widget_id: two }] }),
  ],
  ["dashboard___update_dashboard", ({ board }) => ({ dashboard_id: board, title: "Renamed" })],
  [
    "dashboard___set_variables",
    ({ board }) => ({ dashboard_id: board, variables: [{ name: "plan", kind: "text", value: "pro" }] }),
  ],
  ["dashboard___undo_changes", ({ board, change }) => ({ dashboard_id: board, change_ids: [change] })],
  ["dashboard___delete_dashboard", ({ board }) => ({ dashboard_id: board })],
];

test("[D6] [E9] every tool that writes is tried here", () => {
  const reading = /___(get|list|describe|run)_|^ask_user$/;
  const names = kaboo.team.tools.map((tool) => tool.name).filter((name) => !reading.test(name));
  expect(writing.map(([tool]) => tool).sort(), "a new tool's call goes into the table above").toEqual(
    names.sort(),
  );
});

test.each(writing)(
  "[D6] [E9] the same call of %s twice writes once, and answers the same",
  async (tool, input) => {
    const there = await prepared();
    const call = { toolCallId: newId("c"), runId: newId("r") };
    const written = () => kaboo.db.change.count({ where: { callId: call.toolCallId } });
    const first = await kaboo.call(tool, input(there), call);
    expect(first.isError ?? false).toBe(false);
    const once = await written();
    const heard = kaboo.heard.length;
    const second = await kaboo.call(tool, input(there), call);
    expect(second).toEqual(first);
    expect([await written(), kaboo.heard.length]).toEqual([once, heard]);
  },
);

test("[E9] a process that died behind a call's write: the queries are there once, and so is what they leave", async () => {
  const tool = "sql-workbench___create_queries";
  const input = { queries: [{ title: "Saved in time", sql: byRegion }] };
  const call = { toolCallId: "c_1", toolName: tool, input };
  const { db, team } = kaboo;
  await dieInCall(db, call, { state: team.initialState, agent: "analyst" });
  const made = await kaboo.call<{ created: { query_id: string }[] }>(tool, input, {
    ...deadRun,
    toolCallId: "c_1",
    agent: "analyst",
  });
  const runs = createRuns({
    ...{ db, team, runTeam, newId, now: () => new Date(), trace: () => {} },
    chooseModel: playScript({ analyst: [{ text: "Here." }] }),
  });
  await runs.start(owner, runInput("t_1", "r_2"));
  await runs.settled();
  await runs.close();
  const id = made.structured.created[0]?.query_id ?? "";
  const { state } = await db.thread.findUniqueOrThrow({ where: { id: "t_1" } });
  expect((state as JsonObject).kaboo_workspace).toMatchObject({
    queries: { [id]: { title: "Saved in time" } },
    changes: [{ agent: "analyst", query: id }],
    pending: [],
  });
  expect((await kaboo.queries.list(owner)).filter(({ title }) => title === "Saved in time")).toHaveLength(1);
});
