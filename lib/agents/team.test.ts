import { afterAll, beforeAll, expect, test } from "vitest";
import { checkTeam } from "@/lib/agent/check-team";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { takenNames } from "@/lib/mcp/client/config";
import { offeredTools } from "@/lib/mcp/server/app-server";
import { matchesTool } from "@/lib/shared/tool-glob";

let kaboo: TestServices;
beforeAll(() => {
  kaboo = openTestServices();
});
afterAll(() => kaboo.close());

test("[T1] the team is plain values, and right", () => {
  expect(() => checkTeam(kaboo.team)).not.toThrow();
});

test("[T2] [T4] each of the team's own servers is offered to other assistants, and no other server takes its name", () => {
  const own = kaboo.team.tools.map(({ name }) => name).filter((name) => name.includes("___"));
  expect(own.filter((name) => !offeredTools.some((glob) => matchesTool(glob, name)))).toEqual([]);
  const servers = new Set(own.map((name) => name.split("___")[0] ?? ""));
  expect([...servers].filter((name) => !takenNames.includes(name))).toEqual([]);
});

test("[C6] a changed variable is answered by a call, without a model; an odd action goes to the agent", () => {
  const { variable_changed: workflow } = kaboo.team.workflows;
  expect(workflow?.({ kind: "variable_changed", dashboardId: "d_1", name: "region", value: "EMEA" })).toEqual(
    [
      {
        tool: "dashboard___set_variables",
        input: { dashboard_id: "d_1", variables: [{ name: "region", value: "EMEA" }] },
      },
    ],
  );
  expect(workflow?.({ kind: "variable_changed", about: "something" })).toBeUndefined();
});

test("[C6] acknowledging a variable that the person has set changes nothing but tells the conversation", async () => {
  const { id } = await kaboo.dashboards.create(kaboo.me, {
    title: "Board",
    variables: [{ name: "region", kind: "text", value: "EMEA" }],
  });
  const input = { dashboard_id: id, variables: [{ name: "region", value: "EMEA" }] };
  const { structured } = await kaboo.call("dashboard___set_variables", input);
  expect(structured).toEqual({
    dashboard_id: id,
    title: "Board",
    version: 1,
    variables: [{ name: "region", value: "EMEA" }],
  });
  expect(kaboo.state().kaboo_workspace).toMatchObject({
    focus: { id },
    dashboards: { [id]: { version: 1 } },
  });
  expect(await kaboo.dashboards.changesSince("local", id, 1)).toEqual([]);
});
