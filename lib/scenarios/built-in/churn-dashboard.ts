import { accountsByRegion, churnByRegion } from "@/lib/scenarios/built-in/sample-queries";
import type { ScenarioTurn, Step } from "@/lib/scenarios/scenario";

/** The turn that the extending scenarios start from: a dashboard with two widgets. */
export const churnTurn: ScenarioTurn = { user: "Show me churn by region." };

export const churnSteps: Step[] = [
  {
    text: "I'll save the queries first.",
    calls: [
      {
        id: "first_queries",
        tool: "sql-workbench___create_queries",
        input: {
          queries: [
            { title: "Churn by region", sql: churnByRegion },
            { title: "Accounts by region", sql: accountsByRegion },
          ],
        },
      },
    ],
  },
  {
    calls: [{ id: "board", tool: "dashboard___create_dashboard", input: { title: "Churn by region" } }],
  },
  {
    calls: [
      {
        id: "first_plot",
        tool: "dashboard___plot_widgets",
        input: {
          dashboard_id: "${board:/dashboard_id}",
          widgets: [
            {
              title: "Churn by region",
              kind: "bar",
              query_id: "${first_queries:/created/0/query_id}",
              spec: { x: "region", y: ["churn_percent"] },
            },
            {
              title: "Accounts by region",
              kind: "table",
              query_id: "${first_queries:/created/1/query_id}",
            },
          ],
        },
      },
    ],
  },
  { text: "Churn by region is on the canvas." },
];
