import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { toolCall } from "@/lib/agents/testing/open-test-services";
import { openAcceptedTools } from "@/lib/mcp/client/accepted-tools";
import { parseMcpConfig } from "@/lib/mcp/client/config";
import { openMcpServers } from "@/lib/mcp/client/servers";
import type { Json } from "@/lib/shared/json";

/** This project's own odd server, over stdio. */
export const oddServer = { command: process.execPath, args: ["lib/mcp/testing/odd-server.mjs"] };

/** The protocol's reference server, over stdio. */
export const everythingServer = {
  command: process.execPath,
  args: ["node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio"],
};

/** Servers as `mcp.json` names them, connected, with short pauses between attempts. Close them. */
export async function openTestServers(
  mcpServers: Record<string, object>,
  given: { folder?: string; variables?: Record<string, string> } = {},
) {
  const { folder = mkdtempSync(join(tmpdir(), "kaboo-mcp-")), variables = {} } = given;
  const logged: string[] = [];
  const servers = openMcpServers(parseMcpConfig({ mcpServers }, "mcp.json"), {
    accepted: openAcceptedTools(join(folder, "mcp-accepted.json")),
    variables,
    log: (message) => logged.push(message),
    now: () => new Date(),
    pauseMs: () => 50,
  });
  await servers.attempted();
  return {
    ...servers,
    folder,
    logged,
    names: () => servers.tools().map((tool) => tool.name),
    tool: (name: string) => servers.tools().find((tool) => tool.name === name),
    /** As the engine would: checks the input, then runs it. */
    async call(name: string, input: Json = {}, signal = new AbortController().signal) {
      const tool = servers.tools().find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      const checked = tool.check(input);
      if (!checked.ok) return { text: checked.error, isError: true };
      return tool.run(checked.input, toolCall({ signal }));
    },
    until: (what: () => boolean) => vi.waitUntil(what, { timeout: 15_000, interval: 20 }),
  };
}
