import { afterAll, beforeAll, expect, test } from "vitest";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { mcpTool } from "@/lib/lab/scenarios/mcp-tool";
import { oddServer, openTestServers } from "@/lib/mcp/testing/open-test-servers";

let servers: Awaited<ReturnType<typeof openTestServers>>;
let ground: ReturnType<typeof openGround>;
beforeAll(async () => {
  servers = await openTestServers({ odd: oddServer });
  ground = openGround({ sampleFolder: ".data-test/sample", sampleAccounts: 400 });
});
afterAll(async () => {
  await servers.close();
  await ground.close();
});

test("[T2] a scenario plays with a tool of an MCP server", async () => {
  const { names: _, ...rest } = servers;
  const { problems, turns } = await runScenario(mcpTool, {
    ground: { ...ground, servers: { ...rest, names: ["odd"] } },
  });
  expect(problems).toEqual([]);
  expect(turns[0]?.status).toBe("success");
});
