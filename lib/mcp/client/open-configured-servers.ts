import { join } from "node:path";
import type { Env } from "@/lib/env";
import { openAcceptedTools } from "@/lib/mcp/client/accepted-tools";
import { readMcpConfig } from "@/lib/mcp/client/config";
import { type McpServers, openMcpServers } from "@/lib/mcp/client/servers";
import { log } from "@/lib/observability/log";

/** The servers of `mcp.json`, or of the file that KABOO_MCP_CONFIG names. Throws a readable error for a wrong file. */
export function openConfiguredServers(
  settings: Pick<Env, "KABOO_MCP_CONFIG" | "KABOO_DATA">,
  variables: Readonly<Record<string, string | undefined>>,
): McpServers {
  const { KABOO_MCP_CONFIG: named, KABOO_DATA: dataFolder } = settings;
  return openMcpServers(readMcpConfig(named ?? "mcp.json", { required: named !== undefined }), {
    accepted: openAcceptedTools(join(dataFolder, "mcp-accepted.json")),
    variables,
    log: (message) => log.warn(`MCP: ${message}`),
    now: () => new Date(),
  });
}
