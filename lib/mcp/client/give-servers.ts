import type { Agent } from "@/lib/agent/team";
import { serverGlob } from "@/lib/mcp/client/tool-names";

/** A server that no agent names among its tools is the entry agent's: naming it in `mcp.json` is then enough (T2). */
export function giveServers<Name extends string>(
  agents: Readonly<Record<Name, Agent>>,
  entry: NoInfer<Name>,
  servers: readonly string[],
): Record<Name, Agent> {
  const globs = Object.values<Agent>(agents).flatMap(({ tools }) => tools);
  const unnamed = servers.filter(
    (server) => !globs.some((glob) => glob.startsWith(serverGlob(server).slice(0, -1))),
  );
  return {
    ...agents,
    [entry]: { ...agents[entry], tools: [...agents[entry].tools, ...unnamed.map(serverGlob)] },
  };
}
