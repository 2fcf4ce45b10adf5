import { afterAll, beforeAll, expect, test } from "vitest";
import type { Approval } from "@/lib/agent/approval";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { person } from "@/lib/changes/actor";
import type { Json } from "@/lib/shared/json";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

const owner = "local";

async function asked(tool: string, input: Json): Promise<string | undefined> {
  const approval: Approval | undefined = kaboo.team.approvals?.find((each) => each.tool === tool);
  const call = { tool, input, agent: "analyst", ownerId: owner, threadId: "t_1", state: {} };
  if (!approval || !((await approval.when?.(call)) ?? true)) return undefined;
  return typeof approval.message === "string" ? approval.message : approval.message(call);
}

test("[H1] deleting a dashboard is asked about, with its name and what is on it", async () => {
  const board = await kaboo.dashboards.create(person(owner), { title: "Old board" });
  expect(await asked("dashboard___delete_dashboard", { dashboard_id: board.id })).toMatch(
    /^Delete the dashboard “Old board”, which is empty/,
  );
});

test("[H1] taking away one widget of a person's is not asked about; two are, by name", async () => {
  const { id } = await kaboo.dashboards.create(person(owner), { title: "Notes" });
  const note = (title: string) => ({ title, kind: "text" as const, text: title });
  const notes = [note("First"), note("Second")];
  await kaboo.dashboards.addWidgets(person(owner), id, notes);
  const { widgets } = await kaboo.dashboards.get(owner, id);
  const named = widgets.map((widget) => ({ widget_id: widget.id }));
  const remove = (some: typeof named) =>
    asked("dashboard___remove_widgets", { dashboard_id: id, widgets: some });
  expect(await remove(named.slice(0, 1))).toBeUndefined();
  expect(await remove(named)).toMatch(/Remove 2 widgets from “Notes”.*“First”, “Second”/);
});
