import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import type { Scenario } from "@/lib/scenarios/scenario";

const rename = (id: string, title: string, expected?: string) => ({
  id,
  tool: "dashboard___update_dashboard",
  input: { dashboard_id: "${board:/dashboard_id}", title, ...(expected && { expected_version: expected }) },
});

/** Both write the same field: the person's stays, the agent is told and decides anew (D3). */
export const editRefused: Scenario = {
  name: "edit-refused",
  description: "A person renames the dashboard first; the agent's rename is refused, read and made again.",
  turns: [
    churnTurn,
    {
      user: "Give the dashboard a better name.",
      edits: [{ after: "look", dashboard: "${board:/dashboard_id}", patch: { title: "Losses by region" } }],
    },
  ],
  script: {
    analyst: [
      ...churnSteps,
      { calls: [{ id: "look", tool: "lab___echo", input: { value: "a moment" } }] },
      { calls: [rename("refused", "Churn, by region", "${first_plot:/version}")] },
      {
        when: "Losses by region",
        calls: [
          {
            id: "read_again",
            tool: "dashboard___get_dashboard",
            input: { dashboard_id: "${board:/dashboard_id}" },
          },
        ],
      },
      { calls: [rename("retried", "Losses by region, in percent", "${read_again:/version}")] },
      { text: "I kept your name and added the unit." },
    ],
  },
  expect: { toolCalls: 7, failedCalls: 1 },
};
