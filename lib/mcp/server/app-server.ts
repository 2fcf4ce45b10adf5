import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { boundText, withoutControls } from "@/lib/agent/text-for-model";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import type { Json } from "@/lib/shared/json";
import { isJsonObject } from "@/lib/shared/json";
import { matchesTool } from "@/lib/shared/tool-glob";

/** What other assistants may call (T4). */
export const offeredTools = ["project___*", "sql-workbench___*", "dashboard___*"];

const longestName = 60;

const instructions = `Kaboo Canvas keeps saved queries and dashboards that a person has open beside you: what you change appears on their
screen at once, under your name. Begin with project___get_context for the tables. Save queries with sql-workbench___create_queries, then
draw them with dashboard___plot_widgets on a dashboard from dashboard___list_dashboards, or on a new one.`;

/** Makes one call for a client, in the thread of its connection. Throws what may be shown. */
export type CallForClient = (
  client: string,
  call: { tool: string; input: Json },
  signal: AbortSignal,
) => Promise<ToolResult>;

/**
 * The app as an MCP server for one connection: one transport, one client (T4). A connection may outlive the tools it began
 * with, so they are asked for at each request.
 */
export function createAppServer(tools: () => readonly Tool[], call: CallForClient): Server {
  const offered = () => tools().filter(({ name }) => offeredTools.some((glob) => matchesTool(glob, name)));
  const server = new Server(
    { name: "kaboo-canvas", title: "Kaboo Canvas", version: "1.0.0" },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: offered().map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: { type: "object", ...inputSchema },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    if (!offered().some(({ name }) => name === params.name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    const input = (params.arguments ?? {}) as Json;
    const client = clientName(server.getClientVersion());
    return toMcp(await call(client, { tool: params.name, input }, context.mcpReq.signal));
  });
  return server;
}

/** How the change log calls a client: what it says it is, as one short line. */
export function clientName(info: { name: string; title?: string | undefined } | undefined): string {
  const said = withoutControls(info?.title ?? info?.name ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return said === "" ? "Another assistant" : said.slice(0, longestName);
}

function toMcp({ text, structured, isError }: ToolResult) {
  return {
    content: [{ type: "text" as const, text: boundText(text, 64 * 1024) }],
    ...(isJsonObject(structured) && { structuredContent: structured }),
    ...(isError === true && { isError }),
  };
}
