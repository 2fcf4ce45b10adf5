import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import type { Scenario } from "@/lib/scenarios/scenario";

/** What a message names with @ is in the prompt with its id and SQL: nothing has to be looked up (C8). */
export const references: Scenario = {
  name: "references",
  description: "Plots a query that the message refers to with @.",
  turns: [
    churnTurn,
    {
      user: "Show @Churn by region as a table, too.",
      references: [
        { kind: "query", id: "${first_queries:/created/0/query_id}", title: "Churn by region" },
        { kind: "dashboard", id: "${board:/dashboard_id}", title: "Churn by region" },
      ],
    },
  ],
  script: {
    analyst: [
      ...churnSteps,
      {
        when: "The message refers to these (@):\nquery q_",
        calls: [
          {
            id: "referred_plot",
            tool: "dashboard___plot_widgets",
            input: {
              dashboard_id: "${board:/dashboard_id}",
              widgets: [
                {
                  title: "Churn, as a table",
                  kind: "table",
                  query_id: "${first_queries:/created/0/query_id}",
                },
              ],
            },
          },
        ],
      },
      { text: "The same churn is below as a table." },
    ],
  },
  expect: { toolCalls: 4 },
};
