import { accountsByRegion, churnByRegion } from "@/lib/scenarios/built-in/sample-queries";
import type { Scenario, Step } from "@/lib/scenarios/scenario";

const draw = (id: string, index: number, title: string, y: string): Step[] => [
  {
    calls: [
      {
        id,
        tool: "dashboard___plot_widgets",
        input: {
          dashboard_id: "${board:/dashboard_id}",
          widgets: [
            {
              title,
              kind: "bar",
              query_id: `\${queries:/created/${index}/query_id}`,
              spec: { x: "region", y: [y] },
            },
          ],
        },
      },
    ],
  },
  { text: `${title} is drawn.` },
];

/** Two delegates plot on one dashboard at once; neither writes over the other (T3, E5). */
export const parallelDelegates: Scenario = {
  name: "parallel-delegates",
  description: "Two visualizers plot on one dashboard at once, and nothing is lost.",
  turns: [{ user: "Draw churn and accounts by region, quickly." }],
  script: {
    analyst: [
      {
        calls: [
          {
            id: "queries",
            tool: "sql-workbench___create_queries",
            input: {
              queries: [
                { title: "Churn by region", sql: churnByRegion },
                { title: "Accounts by region", sql: accountsByRegion },
              ],
            },
          },
          { id: "board", tool: "dashboard___create_dashboard", input: { title: "By region" } },
        ],
      },
      {
        calls: [
          { id: "one", tool: "delegate___visualizer", input: { task: "Draw churn by region." } },
          { id: "two", tool: "delegate___visualizer", input: { task: "Draw accounts by region." } },
        ],
      },
      { text: "Both are on the dashboard." },
    ],
    visualizer: draw("plot_churn", 0, "Churn by region", "churn_percent"),
    "visualizer#2": draw("plot_accounts", 1, "Accounts by region", "accounts"),
  },
  expect: { toolCalls: 6, failedCalls: 0, state: { "/kaboo_workspace/pending": [] } },
};
