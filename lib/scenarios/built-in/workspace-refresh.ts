import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import { extendSteps, extendTurn } from "@/lib/scenarios/built-in/workspace-extend";
import type { Scenario, Step } from "@/lib/scenarios/scenario";

const newTitle = "Why customers leave";
const [createQueries = {}, plot = {}, ...rest] = extendSteps;

/** The prompt of the next model call must show what the person did meanwhile (V3). */
const seesTheEdit: Step = { ...plot, when: newTitle };

/** A person renames the dashboard while the agent works; the agent's next model call sees it. */
export const workspaceRefresh: Scenario = {
  name: "workspace-refresh",
  description: "A person edits the dashboard while the agent works, and the agent sees it.",
  turns: [
    churnTurn,
    {
      ...extendTurn,
      edits: [{ after: "more_queries", dashboard: "${board:/dashboard_id}", patch: { title: newTitle } }],
    },
  ],
  script: { analyst: [...churnSteps, createQueries, seesTheEdit, ...rest] },
  expect: { toolCalls: 5 },
};
