import type { Team } from "@/lib/agent/team";
import { labApprovals, labEffects, labToolGlob, labTools } from "@/lib/scenarios/lab-tools";

/** The team with the lab's tools and effects, for every agent (L7). For MODEL=scripted alone. */
export function withLab(team: Team): Team {
  const agents = Object.fromEntries(
    Object.entries(team.agents).map(([name, agent]) => [
      name,
      { ...agent, tools: [...agent.tools, labToolGlob] },
    ]),
  );
  return {
    ...team,
    agents,
    tools: [...team.tools, ...labTools],
    effects: [...team.effects, ...labEffects],
    approvals: [...(team.approvals ?? []), ...labApprovals],
  };
}
