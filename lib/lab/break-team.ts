import type { Team } from "@/lib/agent/team";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import type { Scenario } from "@/lib/scenarios/scenario";
import { matchesTool } from "@/lib/shared/tool-glob";

/** The team with the views and tools that a scenario wants broken: they throw (L5). Names may be globs. */
export function breakTeam(team: Team, breaks: Scenario["breaks"]): Team {
  const hit = (globs: readonly string[] | undefined, name: string) =>
    globs?.some((glob) => matchesTool(glob, name));
  const views = Object.entries(team.views).map(([name, view]) => {
    const broken = { ...view, render: () => Promise.reject(new Error(`The scenario breaks ${name}.`)) };
    const slow = { ...view, timeLimitMs: 20, render: () => new Promise<never>(() => {}) };
    return [name, hit(breaks?.views, name) ? broken : hit(breaks?.slowViews, name) ? slow : view] as const;
  });
  const tools = team.tools.map((tool): Tool => {
    const run = () => Promise.reject(new Error(`The scenario breaks ${tool.name}.`));
    return hit(breaks?.tools, tool.name) ? { ...tool, run } : tool;
  });
  return { ...team, views: Object.fromEntries(views), tools };
}

/** The team with someone who is told when each call has ended, before its agent goes on. */
export function watchTools(
  team: Team,
  ended: (call: { tool: string; agent: string }, result: ToolResult) => Promise<void>,
): Team {
  const tools = team.tools.map(
    (tool): Tool => ({
      ...tool,
      async run(input, call) {
        const result = await tool.run(input, call);
        await ended({ tool: tool.name, agent: call.agent }, result);
        return result;
      },
    }),
  );
  return { ...team, tools };
}
