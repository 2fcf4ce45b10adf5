import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { createAppServer } from "@/lib/mcp/server/app-server";

const idleMs = 6 * 60 * 60 * 1000;
const mostConnections = 200;

type Connection = {
  ownerId: string;
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
};

/** Makes the server that one connection talks to. */
export type ServerFor = () => ReturnType<typeof createAppServer>;

/**
 * The connections of clients that hold one: each has a transport and a server of its own, so that no answer can reach
 * another (T4). One that was idle for six hours goes, and so does the one unused longest beyond 200.
 */
export function createConnections(now: () => Date) {
  const open = new Map<string, Connection>();

  function forgetIdle() {
    const byUse = [...open].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const tooMany = byUse.length - mostConnections;
    byUse.forEach(([id, { transport, usedAt }], index) => {
      if (index >= tooMany && now().getTime() - usedAt < idleMs) return;
      open.delete(id);
      void transport.close();
    });
  }

  async function begin(ownerId: string, serverFor: ServerFor): Promise<Connection> {
    forgetIdle();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void open.set(id, connection),
      onsessionclosed: (id) => void open.delete(id),
    });
    const connection: Connection = { ownerId, transport, usedAt: now().getTime() };
    await serverFor().connect(transport);
    return connection;
  }

  return {
    /** Answers within the connection that the request names; a request that names none begins one. */
    async answer(request: Request, ownerId: string, serverFor: ServerFor): Promise<Response> {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? await begin(ownerId, serverFor) : open.get(id);
      if (known?.ownerId !== ownerId) return noConnection();
      known.usedAt = now().getTime();
      return known.transport.handleRequest(request);
    },
    count: () => open.size,
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ transport }) => transport.close()));
      open.clear();
    },
  };
}

/** As the protocol has it: the client begins a new connection. */
function noConnection(): Response {
  const error = { code: -32001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
}
