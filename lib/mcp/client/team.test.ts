import { afterEach, expect, test } from "vitest";
import { checkTeam } from "@/lib/agent/check-team";
import type { Agent } from "@/lib/agent/team";
import { Notes, notesKey, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import { giveServers } from "@/lib/mcp/client/give-servers";
import { createServersView } from "@/lib/mcp/client/servers-view";
import { oddServer, openTestServers } from "@/lib/mcp/testing/open-test-servers";
import { pointer, valueAt } from "@/lib/shared/pointer";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function teamWithServer() {
  const servers = await openTestServers({ odd: oddServer });
  close = servers.close;
  const team = notesTeam(new Notes());
  const effect = { tool: "odd___data", path: pointer(notesKey, "regions") };
  return {
    servers,
    team: {
      ...team,
      agents: giveServers({ ...team.agents }, "writer", ["odd"]),
      servers: { names: ["odd"], tools: servers.tools },
      effects: [...team.effects, effect, { tool: "odd___fail", path: pointer(notesKey, "never") }],
    },
  };
}

test("[T2] an agent calls a server's tool: prose to the model, data to the effects, a failure to neither", async () => {
  const { team } = await teamWithServer();
  checkTeam(team);
  const run = await observe(team, {
    script: {
      writer: [
        {
          calls: [
            { id: "c1", tool: "odd___data", input: {} },
            { id: "c2", tool: "odd___fail", input: {} },
          ],
        },
        { text: "Done." },
      ],
    },
  });
  expect(valueAt(run.state, pointer(notesKey, "regions"))).toEqual({ regions: ["a", "b", "c"] });
  expect(valueAt(run.state, pointer(notesKey, "never"))).toBeUndefined();
  const seen = JSON.stringify(run.prompts[1]?.messages);
  expect(seen).toContain("Three regions.");
  expect(seen).toContain("There is no such ticket.");
});

test("[T2] a run has the tools that were there when it began; the next one has those of the changed list", async () => {
  const { team, servers } = await teamWithServer();
  const script = { writer: [{ calls: [{ id: "c1", tool: "odd___grow", input: {} }] }, { text: "Done." }] };
  const first = await observe(team, { script });
  expect(first.prompts.map(({ tools }) => tools.includes("odd___grown"))).toEqual([false, false]);
  await servers.until(() => servers.names().includes("odd___grown"));
  const second = await observe(team, { script: { writer: [{ text: "Hello." }] } });
  expect(second.prompts[0]?.tools).toContain("odd___grown");
});

test("[T1] [T2] a glob of a configured server is right though the server is down, and that of another is a mistake", () => {
  const team = notesTeam(new Notes());
  const withServers = (names: string[], tools: string[]) => ({
    ...team,
    agents: { ...team.agents, writer: { ...(team.agents.writer as Agent), tools } },
    servers: { names, tools: () => [] },
  });
  expect(() => checkTeam(withServers(["github"], ["notes___*", "github___*"]))).not.toThrow();
  expect(() => checkTeam(withServers(["github"], ["gitlab___*"]))).toThrow(/gitlab___\*/);
});

test("[T2] a server that no agent names is the entry agent's, and one that is named goes where it is named", () => {
  const { writer, critic } = notesTeam(new Notes()).agents as { writer: Agent; critic: Agent };
  const agents = { writer, critic: { ...critic, tools: ["notes___*", "github___search"] } };
  const given = giveServers(agents, "writer", ["github", "files"]);
  expect(given.writer.tools).toEqual(["notes___*", "files___*"]);
  expect(given.critic.tools).toEqual(["notes___*", "github___search"]);
});

test("[T2] [S9] agents are told which servers are missing and what is held back, and nothing when all is well", () => {
  const ready = { name: "files", state: "ready" as const, tools: [], held: [] };
  const down = { name: "github", state: "down" as const, reason: "It does not answer.", tools: [], held: [] };
  const held = { ...ready, held: [{ tool: "files___read", accepted: "a", now: "b", fingerprint: "f" }] };
  const render = (
    ...status: Parameters<typeof createServersView>[0] extends () => readonly (infer S)[] ? S[] : never
  ) =>
    createServersView(() => status).render(
      {} as Parameters<ReturnType<typeof createServersView>["render"]>[0],
    );
  expect(render(ready)).toBeNull();
  expect(render(down, held)).toMatchObject({
    changes: expect.stringMatching(/github: not reachable.*files___read/s),
  });
});
