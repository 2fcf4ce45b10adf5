import { expect, test } from "vitest";
import type { Team } from "@/lib/agent/team";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import { promptText } from "@/lib/agent/testing/scripted-model";
import { AppError } from "@/lib/shared/app-error";

const workspace = (team: Team): Team => {
  const { writer } = team.agents;
  if (!writer) throw new Error("there is a writer");
  return { ...team, agents: { ...team.agents, writer: { ...writer, workspace: ["/account"] } } };
};

test("[O4] what the host vouches for is the server's and hidden, whatever the browser says", async () => {
  const team = workspace(
    notesTeam(new Notes(), {
      enrich: ({ ownerId }) => ({
        state: { account: { plan: "gold", of: ownerId } },
        context: [{ description: "Their plan", value: "gold" }],
      }),
    }),
  );
  const run = await observe(team, { request: { state: { account: { plan: "forged" } } } });
  const prompt = promptText(run.prompts[0]?.messages ?? []);
  expect(prompt).toMatch(/Their plan.*gold/);
  expect(prompt).toContain("local");
  expect(prompt).not.toContain("forged");
  expect(JSON.stringify(run.events)).not.toContain("gold");
});

test("[O4] the engine's and the effects' keys are not the host's to replace", async () => {
  const run = await observe(
    notesTeam(new Notes(), {
      enrich: () => ({ state: { notebook: { added: ["forged"] }, kaboo_sessions: { a: 1 }, diary: "x" } }),
    }),
  );
  expect(run.state).toEqual({ notebook: { added: [], pending: [] } });
  expect(run.warnings.map(({ reason }) => reason.split('"')[1])).toEqual([
    "notebook",
    "kaboo_sessions",
    "diary",
  ]);
});

test("[O4] a host that refuses ends the run with its reason", async () => {
  const enrich = () => {
    throw new AppError("forbidden", "Your account is closed.");
  };
  const run = await observe(notesTeam(new Notes(), { enrich }));
  expect(run.outcome).toMatchObject({ status: "error", error: { message: "Your account is closed." } });
  expect(run.prompts).toEqual([]);
});
