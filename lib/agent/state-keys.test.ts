import { expect, test } from "vitest";
import {
  browserStateLimitBytes,
  ownedBrowserState,
  type StateKeys,
  visibleState,
} from "@/lib/agent/state-keys";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import { AppError } from "@/lib/shared/app-error";

const keys: StateKeys = {
  kaboo_sessions: { writer: "server", visible: false },
  notebook: { writer: "effects", visible: true },
  diary: { writer: "effects", visible: false },
  vouched: { writer: "server", visible: false },
};

test("[O1] the registry says who writes a key and who sees it; a key it doesn't know is the browser's", () => {
  const state = { kaboo_sessions: 1, notebook: 2, diary: 3, vouched: 4, kaboo_references: 5 };
  expect(visibleState(state, keys)).toEqual({ notebook: 2, kaboo_references: 5 });
  expect(visibleState({ kaboo_sessions: 1 }, {})).toEqual({});
});

test("[O2] a browser's copy of a server's key is ignored, whatever it holds", () => {
  const input = JSON.parse(
    '{"kaboo_sessions":1,"notebook":null,"diary":{},"vouched":[],"mine":1,"__proto__":{"x":1}}',
  );
  expect(ownedBrowserState(input, keys)).toEqual({ mine: 1 });
  for (const odd of [null, undefined, 7, "text", [1]]) expect(ownedBrowserState(odd, keys)).toEqual({});
});

test("[O5] the browser's keys are at most 64 KiB together", () => {
  const fits = { a: "x".repeat(browserStateLimitBytes - 8) };
  expect(ownedBrowserState(fits, keys)).toEqual(fits);
  expect(ownedBrowserState({ a: 1, notebook: "x".repeat(100_000) }, keys)).toEqual({ a: 1 });
  const tooLarge = () => ownedBrowserState({ a: "é".repeat(browserStateLimitBytes / 2) }, keys);
  expect(tooLarge).toThrow(AppError);
  expect(tooLarge).toThrow("larger than 64 KiB");
});

test("[O1] effects, views, tools and pointers can't reach what the engine keeps", async () => {
  const seen: unknown[] = [];
  const team = notesTeam(new Notes(), {
    views: {
      notes: {
        render: ({ state }) => {
          seen.push(state);
          return null;
        },
      },
    },
    effects: [
      {
        tool: "*",
        mapper: ({ state }) => {
          seen.push(state);
          return undefined;
        },
      },
    ],
  });
  const { writer } = team.agents;
  if (!writer) throw new Error("no writer");
  const agents = { ...team.agents, writer: { ...writer, workspace: ["/kaboo_sessions", "/notebook/added"] } };
  const run = await observe(
    { ...team, agents },
    {
      request: { state: { kaboo_sessions: { secret: "transcripts" } } },
      script: { writer: [{ calls: [{ tool: "notes___add", input: { text: "a" } }] }] },
    },
  );
  expect(seen).toHaveLength(3);
  for (const each of [seen, run.events, run.prompts])
    expect(JSON.stringify(each)).not.toContain("kaboo_sessions");
});

test("[O3] a hidden key never leaves: not in the snapshot, not in a delta", async () => {
  const team = notesTeam(new Notes(), {
    effects: [
      {
        tool: "notes___add",
        mapper: () => [
          { op: "add", path: "/diary/secret", value: "between us" },
          { op: "add", path: "/notebook/open", value: true },
          { op: "test", path: "/diary/secret", value: "between us" },
        ],
      },
      { tool: "notes___list", path: "/diary/listed" },
    ],
    pending: [],
  });
  const run = await observe(team, {
    request: { state: { diary: { old: "secret" } } },
    script: {
      writer: [
        { calls: [{ tool: "notes___add", input: { text: "a" } }] },
        { calls: [{ tool: "notes___list" }] },
      ],
    },
  });
  expect(run.outcome.state.diary).toEqual({ old: "secret", secret: "between us", listed: "a" });
  expect(JSON.stringify(run.events)).not.toMatch(/diary|between us/);
  expect(run.states).toHaveLength(2);
});

test("[O5] the snapshot echoes the browser's keys as last received, and no delta touches them", async () => {
  const state = { kaboo_references: [{ id: "w_1" }] };
  const run = await observe(notesTeam(new Notes()), {
    request: { state },
    script: { writer: [{ calls: [{ tool: "notes___add", input: { text: "a" } }] }] },
  });
  expect(run.states[0]).toMatchObject(state);
  expect(run.state).toMatchObject(state);
});
