import type { Tool as SentTool } from "@modelcontextprotocol/client";
import { withoutControls } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import type { Accepted, AcceptedTools } from "@/lib/mcp/client/accepted-tools";
import type { ServerEntry } from "@/lib/mcp/client/config";
import {
  type Connection,
  type ConnectionPorts,
  type ConnectionState,
  keepConnected,
} from "@/lib/mcp/client/connection";
import { entryFingerprint, toolFingerprint } from "@/lib/mcp/client/fingerprint";
import { remoteTool } from "@/lib/mcp/client/remote-tool";
import { toolName } from "@/lib/mcp/client/tool-names";
import { descriptionForModel, schemaForModel } from "@/lib/mcp/client/tool-schema";
import type { HeldTool, ServerStatus } from "@/lib/mcp/schema";
import { AppError } from "@/lib/shared/app-error";

export type McpServers = ReturnType<typeof openMcpServers>;

type Server = {
  entry: ServerEntry;
  state: ConnectionState;
  sent: readonly SentTool[];
  tools: readonly Tool[];
  held: HeldTool[];
  connection: Connection;
};

type Ports = {
  accepted: AcceptedTools;
  variables: ConnectionPorts["variables"];
  log: (message: string) => void;
  now: () => Date;
  pauseMs?: (attempt: number) => number;
};

/** The configured servers and what they offer now (T2). Connects at once, in the background. */
export function openMcpServers(entries: readonly ServerEntry[], { accepted, ...ports }: Ports) {
  const servers = entries.map(open);

  function open(entry: ServerEntry): Server {
    const connection = keepConnected(entry, {
      ...ports,
      onTools: (tools) => take(server, tools),
      onState: (state) => {
        server.state = state;
      },
    });
    const server: Server = {
      entry,
      state: { state: "connecting" },
      sent: [],
      tools: [],
      held: [],
      connection,
    };
    return server;
  }

  /** What is seen for the first time under an entry is accepted; what has changed since is held back (S9). */
  function take(server: Server, listed: readonly SentTool[]) {
    const { name } = server.entry;
    const entry = entryFingerprint(server.entry);
    const sent = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
    const fresh = new Map<string, Accepted>();
    const held: HeldTool[] = [];
    const offered = sent.filter((tool) => {
      const known = accepted.get(name, entry, tool.name);
      if (!known) fresh.set(tool.name, acceptedForm(tool));
      const { fingerprint, description } = acceptedForm(tool);
      if (!known || known.fingerprint === fingerprint) return true;
      held.push({
        tool: toolName(name, tool.name),
        accepted: known.description,
        now: description,
        fingerprint,
      });
      return false;
    });
    accepted.accept(name, entry, fresh);
    for (const { tool } of held) ports.log(`${tool} changed since it was accepted, and is held back`);
    server.sent = sent;
    server.held = held;
    server.tools = offered.map((tool) => remoteTool(name, tool, server.connection));
  }

  return {
    names: entries.map(({ name }) => name),

    /** What can be called now: of the servers that are there, what is not held back. */
    tools: (): Tool[] => servers.flatMap(({ state, tools }) => (state.state === "ready" ? tools : [])),

    status: (): ServerStatus[] =>
      servers.map(({ entry, state, tools, held }) => ({
        name: entry.name,
        state: state.state,
        ...(state.state === "down" && { reason: state.reason, since: state.since.toISOString() }),
        tools: tools.map((tool) => tool.name),
        held,
      })),

    /**
     * A person accepts what a held tool says, as they were shown it. Throws not_found for a tool that is not held, conflict
     * for one that has changed again since.
     */
    accept(tool: string, fingerprint: string): void {
      for (const server of servers) {
        const { name } = server.entry;
        const sent = server.sent.find((each) => toolName(name, each.name) === tool);
        const held = server.held.find((each) => each.tool === tool);
        if (!sent || !held) continue;
        if (held.fingerprint !== fingerprint)
          throw new AppError("conflict", "It has changed again. Look at what it says now.");
        accepted.accept(name, entryFingerprint(server.entry), new Map([[sent.name, acceptedForm(sent)]]));
        take(server, server.sent);
        return;
      }
      throw new AppError("not_found", "No tool of this name is held back.");
    },

    /** Resolves when each server was tried once. */
    attempted: async (): Promise<void> => {
      await Promise.all(servers.map(({ connection }) => connection.attempted));
    },

    close: async (): Promise<void> => {
      await Promise.all(servers.map(({ connection }) => connection.close()));
    },
  };
}

/** What a person is shown of a tool: what a model would be told. With what tells whether it changed, seen or not. */
function acceptedForm(tool: SentTool): Accepted {
  const { type: _, ...schema } = schemaForModel(tool.inputSchema);
  const told = descriptionForModel(tool.description ?? tool.title);
  return {
    fingerprint: toolFingerprint(tool),
    description: withoutControls(`${told}\n\nArguments: ${JSON.stringify(schema, null, 2)}`),
  };
}
