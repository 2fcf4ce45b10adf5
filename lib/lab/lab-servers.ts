import { join } from "node:path";
import { openAcceptedTools } from "@/lib/mcp/client/accepted-tools";
import { parseMcpConfig } from "@/lib/mcp/client/config";
import { type McpServers, openMcpServers } from "@/lib/mcp/client/servers";
import type { Scenario } from "@/lib/scenarios/scenario";

/** MCP servers that scenarios may call in the lab: programs of this project. No scenario can name a command (S9). */
const programs: Record<string, { command: string; args: string[] }> = {
  odd: { command: process.execPath, args: [join("lib", "mcp", "testing", "odd-server.mjs")] },
};

/** Starts those that the script calls, and waits for their tools. Nothing when it calls none. Close them. */
export async function openLabServers(scenario: Scenario, folder: string): Promise<McpServers | undefined> {
  const script = JSON.stringify(scenario.script);
  const called = Object.entries(programs).filter(([name]) => script.includes(`"${name}___`));
  if (called.length === 0) return undefined;
  const servers = openMcpServers(parseMcpConfig({ mcpServers: Object.fromEntries(called) }, "the lab"), {
    accepted: openAcceptedTools(join(folder, "mcp-accepted.json")),
    variables: {},
    log: (message) => console.warn(`MCP: ${message}`),
    now: () => new Date(),
  });
  await servers.attempted();
  return servers;
}
