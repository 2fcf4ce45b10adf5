import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import { extendSteps, extendTurn } from "@/lib/scenarios/built-in/workspace-extend";
import type { Scenario, Step } from "@/lib/scenarios/scenario";

const readFirst: Step[] = [
  { calls: [{ id: "boards", tool: "dashboard___list_dashboards", input: {} }] },
  {
    calls: [
      { id: "read", tool: "dashboard___get_dashboard", input: { dashboard_id: "${board:/dashboard_id}" } },
    ],
  },
];

/** The same with views that fail: the dashboard has to be found and read first (L2). */
export const workspaceExtendRead: Scenario = {
  name: "workspace-extend-read",
  description: "Extends a dashboard that has to be read first, because no view shows it.",
  turns: [churnTurn, extendTurn],
  script: { analyst: [...churnSteps, ...readFirst, ...extendSteps] },
  breaks: { views: ["*"] },
  expect: { toolCalls: 7, state: { "/kaboo_workspace/focus/kind": "dashboard" } },
};
