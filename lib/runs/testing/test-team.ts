import { askUser } from "@/lib/agent/ask-user";
import type { Team } from "@/lib/agent/team";
import { withLab } from "@/lib/scenarios/with-lab";
import { pointer } from "@/lib/shared/patch";
import { workspaceKey } from "@/lib/workspace/keys";

const lead = { description: "Answers.", instructions: "Answer.", tools: [], delegates: ["helper"] };
const helper = { description: "Helps.", instructions: "Help.", tools: [] };

const at = (callId: string) => pointer(workspaceKey, "pending", callId);

/** A lead and a helper with the lab's tools: enough for a run with text, parallel calls, a delegate and effects. */
export const testTeam: Team = withLab({
  entry: "lead",
  agents: { lead, helper },
  tools: [],
  views: {},
  effects: [],
  pending: [
    {
      tool: "lab___slow",
      at: pointer(workspaceKey, "pending"),
      start: ({ agent, run }) => [{ op: "add", path: at(run.toolCallId), value: agent }],
      end: ({ run }) => [{ op: "remove", path: at(run.toolCallId) }],
    },
  ],
  workflows: {},
  stateKeys: {
    kaboo_workspace: { writer: "effects", visible: true },
    kaboo_secret: { writer: "effects", visible: false },
  },
  initialState: { [workspaceKey]: { pending: {}, project: {} }, kaboo_secret: { key: "not for browsers" } },
});

/** The same, asking a person before it remembers anything, and able to ask them questions. */
export const askingTeam: Team = {
  ...testTeam,
  tools: [...testTeam.tools, askUser],
  agents: Object.fromEntries(
    Object.entries(testTeam.agents).map(([name, agent]) => [
      name,
      { ...agent, tools: [...agent.tools, askUser.name] },
    ]),
  ),
  approvals: [{ tool: "lab___remember", message: "Remember it for good." }],
};
