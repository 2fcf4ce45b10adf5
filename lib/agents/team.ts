import { askUser } from "@/lib/agent/ask-user";
import type { Team } from "@/lib/agent/team";
import { analyst } from "@/lib/agents/analyst";
import { createApprovals } from "@/lib/agents/approvals";
import { entryAgent } from "@/lib/agents/entry-agent";
import { createProjectTools } from "@/lib/agents/project";
import { createReferencesView } from "@/lib/agents/references-view";
import type { Services } from "@/lib/agents/services";
import { visualizer } from "@/lib/agents/visualizer";
import { workflows } from "@/lib/agents/workflows";
import { dashboardEffects, dashboardPending } from "@/lib/dashboards/effects";
import { createDashboardsTools } from "@/lib/dashboards/tools";
import { createDashboardsView } from "@/lib/dashboards/view";
import { createKnowledgeView } from "@/lib/knowledge/view";
import { giveServers } from "@/lib/mcp/client/give-servers";
import type { McpServers } from "@/lib/mcp/client/servers";
import { createServersView } from "@/lib/mcp/client/servers-view";
import { queryEffects, queryPending } from "@/lib/queries/effects";
import { createSourcesView } from "@/lib/queries/sources-view";
import { createSqlTools } from "@/lib/queries/tools";
import { createQueriesView } from "@/lib/queries/view";
import { isJsonObject } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import { boundWorkspace } from "@/lib/workspace/bound";
import { pendingWhile } from "@/lib/workspace/pending";
import { initialState, stateKeys } from "@/lib/workspace/state-keys";

const taskCharacters = 80;

/** The one list: who works here, with what, seeing what, and what success leaves (T1). */
export function createTeam(services: Services, servers?: McpServers): Team {
  const { sources, queries, dashboards, knowledge, changes } = services;
  return {
    entry: entryAgent,
    agents: giveServers({ analyst, visualizer }, entryAgent, servers?.names ?? []),
    tools: [
      ...createProjectTools(sources, knowledge),
      ...createSqlTools({ sources, queries }),
      ...createDashboardsTools(dashboards),
      askUser,
    ],
    ...(servers && { servers }),
    views: {
      knowledge: createKnowledgeView(knowledge),
      sources: createSourcesView(sources),
      queries: createQueriesView(queries, changes),
      dashboards: createDashboardsView(dashboards, changes),
      servers: createServersView(servers?.status ?? (() => [])),
      references: createReferencesView({ dashboards, queries, sources }),
    },
    effects: [...queryEffects, ...dashboardEffects],
    pending: [
      ...queryPending,
      ...dashboardPending,
      pendingWhile("delegate___*", (input) => {
        const task = isJsonObject(input) && typeof input.task === "string" ? input.task : "";
        return `Asked: ${task.slice(0, taskCharacters)}`;
      }),
    ],
    approvals: createApprovals(services),
    bound: boundWorkspace,
    workflows,
    stateKeys,
    initialState: { kaboo_workspace: plainJson(initialState.kaboo_workspace) },
  };
}
