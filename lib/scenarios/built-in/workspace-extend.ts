import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import { revenueByPlan } from "@/lib/scenarios/built-in/sample-queries";
import type { Scenario, Step } from "@/lib/scenarios/scenario";

export const extendTurn = { user: "Add revenue by plan to it." };

/** The query and the widget: what extending takes when the prompt already shows the dashboard. */
export const extendSteps: Step[] = [
  {
    calls: [
      {
        id: "more_queries",
        tool: "sql-workbench___create_queries",
        input: { queries: [{ title: "Revenue by plan", sql: revenueByPlan }] },
      },
    ],
  },
  {
    calls: [
      {
        id: "more_plot",
        tool: "dashboard___plot_widgets",
        input: {
          dashboard_id: "${board:/dashboard_id}",
          widgets: [
            {
              title: "Revenue by plan",
              kind: "bar",
              query_id: "${more_queries:/created/0/query_id}",
              spec: { x: "plan", y: ["revenue"] },
            },
          ],
        },
      },
    ],
  },
  { text: "Revenue by plan is on the dashboard, below churn." },
];

/** Extends a dashboard that the views show: no reading first (L2). */
export const workspaceExtend: Scenario = {
  name: "workspace-extend",
  description: "Extends a dashboard that the prompt shows.",
  turns: [churnTurn, extendTurn],
  script: { analyst: [...churnSteps, ...extendSteps] },
  expect: { toolCalls: 5, state: { "/kaboo_workspace/focus/kind": "dashboard" } },
};
