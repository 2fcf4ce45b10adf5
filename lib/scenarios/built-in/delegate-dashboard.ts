import { churnByRegion, revenueByPlan } from "@/lib/scenarios/built-in/sample-queries";
import type { Scenario } from "@/lib/scenarios/scenario";

/** The analyst saves the queries and lets the visualizer draw them. */
export const delegateDashboard: Scenario = {
  name: "delegate-dashboard",
  description: "The analyst saves queries and delegates the drawing to the visualizer.",
  turns: [{ user: "Make a dashboard about churn and revenue." }],
  script: {
    analyst: [
      {
        text: "I'll save two queries and a dashboard.",
        calls: [
          {
            id: "queries",
            tool: "sql-workbench___create_queries",
            input: {
              queries: [
                { title: "Churn by region", sql: churnByRegion },
                { title: "Revenue by plan", sql: revenueByPlan },
              ],
            },
          },
          { id: "board", tool: "dashboard___create_dashboard", input: { title: "Churn and revenue" } },
        ],
      },
      {
        calls: [
          {
            id: "drawing",
            tool: "delegate___visualizer",
            input: {
              task: "Plot queries ${queries:/created/0/query_id} and ${queries:/created/1/query_id} as bars on dashboard ${board:/dashboard_id}.",
            },
          },
        ],
      },
      { text: "The dashboard shows churn by region and revenue by plan." },
    ],
    visualizer: [
      {
        chunks: 40,
        delayMs: 10,
        calls: [
          {
            id: "plot",
            tool: "dashboard___plot_widgets",
            input: {
              dashboard_id: "${board:/dashboard_id}",
              widgets: [
                {
                  title: "Churn by region",
                  kind: "bar",
                  query_id: "${queries:/created/0/query_id}",
                  spec: { x: "region", y: ["churn_percent"] },
                },
                {
                  title: "Revenue by plan",
                  kind: "bar",
                  query_id: "${queries:/created/1/query_id}",
                  spec: { x: "plan", y: ["revenue"] },
                },
              ],
            },
          },
        ],
      },
      { text: "Both widgets are drawn." },
    ],
  },
  expect: { toolCalls: 4, state: { "/kaboo_workspace/pending": [] } },
};
