import { z } from "zod";
import type { Workflow } from "@/lib/agent/team";

const VariableChanged = z.object({
  dashboardId: z.string(),
  name: z.string(),
  value: z.union([
    z.string(),
    z.number(),
    z.array(z.string()),
    z.object({ from: z.string(), to: z.string() }),
    z.object({ last: z.number(), unit: z.string() }),
  ]),
});

/**
 * The canvas has set the variable already; setting it to what it is changes nothing, but tells the conversation (C6).
 * An action of another form is left to the agent.
 */
const variableChanged: Workflow = (action) => {
  const parsed = VariableChanged.safeParse(action);
  if (!parsed.success) return undefined;
  const { dashboardId, name, value } = parsed.data;
  const input = { dashboard_id: dashboardId, variables: [{ name, value }] };
  return [{ tool: "dashboard___set_variables", input }];
};

/** Actions that are answered without a model, by kind. All others, such as "ask", reach the agent. */
export const workflows = { variable_changed: variableChanged };
