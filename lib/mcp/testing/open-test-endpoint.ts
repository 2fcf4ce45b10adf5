import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { runTeam } from "@/lib/agent/run-team";
import type { Team } from "@/lib/agent/team";
import { openTestServices } from "@/lib/agents/testing/open-test-services";
import { route } from "@/lib/http/route";
import { serve, type TestRoute } from "@/lib/http/testing/serve";
import { createMcpEndpoint } from "@/lib/mcp/server/endpoint";
import { answerEvents } from "@/lib/runs/endpoints";
import { createRuns } from "@/lib/runs/runs";
import { newId } from "@/lib/shared/id";

const noModel = (): never => {
  throw new Error("a model was asked");
};

/** The app as an MCP server behind real sockets: real services, team, engine and runs. No model may be asked. */
export async function openTestEndpoint(adapt: (team: Team) => Team = (team) => team) {
  const kaboo = openTestServices({ onChange: (change, ownerId) => runs.broadcastChange(ownerId, change) });
  const team = adapt(kaboo.team);
  const now = () => new Date();
  const runs = createRuns({
    db: kaboo.db,
    team,
    runTeam,
    chooseModel: noModel,
    trace: () => {},
    now,
    newId,
  });
  const mcp = createMcpEndpoint({ runs, now, newId });
  const answer = route((request, { ownerId }) => mcp.answer(request, ownerId));
  const mcpRoute: TestRoute = (request) => answer(request, { params: Promise.resolve({}) });
  const events = route<"id">((request, { params, ownerId }) =>
    answerEvents(runs, request, ownerId, params.id),
  );
  const server = await serve({
    "POST /api/mcp": mcpRoute,
    "GET /api/mcp": mcpRoute,
    "DELETE /api/mcp": mcpRoute,
    "GET /api/threads/:id/events": (request, { id = "" }) =>
      events(request, { params: Promise.resolve({ id }) }),
  });
  const clients: Client[] = [];
  return {
    ...kaboo,
    runs,
    /** As a hot reload does. */
    takeTools: (tools: Team["tools"]) =>
      runs.takeTeam({ team: { ...team, tools }, runTeam, chooseModel: noModel }),
    url: `${server.url}/api/mcp`,
    serverUrl: server.url,
    /** The protocol's own client, connected. */
    async connect(name: string, mode: "legacy" | "auto" = "legacy") {
      const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`)));
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await mcp.close();
      await server.close();
      await runs.close();
      await kaboo.close();
    },
  };
}
