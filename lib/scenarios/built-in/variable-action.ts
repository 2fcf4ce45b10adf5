import type { Scenario } from "@/lib/scenarios/scenario";

const variables = [
  { kind: "choice", name: "region", label: "Region", options: ["All", "EMEA"], value: "All" },
];

/** A click on a filter is an action: a workflow answers it, and no model is asked (C6). */
export const variableAction: Scenario = {
  name: "variable-action",
  description: "A changed filter is answered by a workflow, without a model.",
  turns: [
    { user: "Make a dashboard with a filter by region." },
    {
      user: "Region: EMEA",
      action: {
        kind: "variable_changed",
        dashboardId: "${board:/dashboard_id}",
        name: "region",
        value: "EMEA",
      },
    },
  ],
  script: {
    analyst: [
      {
        calls: [
          { id: "board", tool: "dashboard___create_dashboard", input: { title: "Filtered", variables } },
        ],
      },
      { text: "It has a filter by region." },
    ],
  },
  expect: { toolCalls: 2, failedCalls: 0 },
};
