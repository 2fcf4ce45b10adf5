import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { withReadBody } from "@/lib/http/json";
import { createAppServer } from "@/lib/mcp/server/app-server";
import { createClientCalls, threadOfName } from "@/lib/mcp/server/client-calls";
import { createConnections } from "@/lib/mcp/server/connections";
import type { Runs } from "@/lib/runs/runs";
import type { NewId } from "@/lib/shared/id";

/** Of one message: a dashboard's widgets with long texts fit. */
const maxBytes = 4 * 1024 * 1024;

export type McpEndpoint = ReturnType<typeof createMcpEndpoint>;

/**
 * `/api/mcp`: clients of the protocol's revisions with a handshake hold a connection, with a thread of its own; those of
 * 2026-07-28, where each request stands alone, have one thread per name (T4).
 */
export function createMcpEndpoint(parts: {
  runs: Pick<Runs, "call" | "tools">;
  now: () => Date;
  newId: NewId;
}) {
  const { runs, now, newId } = parts;
  const connections = createConnections(now);
  const callsOf = createClientCalls(runs);
  return {
    /** Answers one request whose caller was checked. */
    async answer(asked: Request, ownerId: string): Promise<Response> {
      const request = await withReadBody(asked, maxBytes);
      if (await isLegacyRequest(request)) {
        return connections.answer(request, ownerId, () => {
          const threadId = newId("t");
          return createAppServer(
            runs.tools,
            callsOf(ownerId, () => threadId),
          );
        });
      }
      const call = callsOf(ownerId, (client) => threadOfName(ownerId, client));
      return createMcpHandler(() => createAppServer(runs.tools, call), { legacy: "reject" }).fetch(request);
    },
    close: connections.close,
  };
}
