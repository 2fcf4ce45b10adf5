import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import type { JsonObject } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/patch";

const team = (notes: Notes) =>
  notesTeam(notes, {
    workflows: {
      add_note: ({ text }) =>
        typeof text === "string" ? [{ tool: "notes___add", input: { text } }] : undefined,
      break: () => {
        throw new Error("no such thing");
      },
    },
  });
const withAction = (kaboo_action: JsonObject | string) => ({ request: { forwardedProps: { kaboo_action } } });

test("[C6] a known action is done without a model, with events, effects and transcript as if by the agent", async () => {
  const notes = new Notes();
  const run = await observe(team(notes), withAction({ kind: "add_note", text: "milk" }));
  expect(run.prompts).toEqual([]);
  expect(notes.texts).toEqual(["milk"]);
  expect(valueAt(run.state, "/notebook/added")).toEqual([{ id: 1, agent: "writer" }]);
  expect(ofType(run.events, EventType.TOOL_CALL_ARGS).map((event) => event.delta)).toEqual([
    '{"text":"milk"}',
  ]);
  expect(ofType(run.events, EventType.TEXT_MESSAGE_CONTENT).at(-1)?.delta).toBe("Added note 1.");
  const roles = run.transcripts.rows("t_1", "writer").map((row) => row.message.role);
  expect(roles).toEqual(["user", "assistant", "tool", "assistant"]);
  const next = await observe(team(notes), { transcripts: run.transcripts });
  expect(JSON.stringify(next.prompts[0]?.messages)).toContain("Added note 1.");
});

test.each<[string, JsonObject | string]>([
  ["an unknown one", { kind: "fly" }],
  ["an inherited one", { kind: "constructor" }],
  ["one without a kind", { text: "milk" }],
  ["no object", "add_note"],
  ["one its workflow leaves alone", { kind: "add_note" }],
  ["one whose workflow throws", { kind: "break" }],
])("[C6] the message reaches the agent when the action is %s", async (_, action) => {
  const run = await observe(team(new Notes()), withAction(action));
  expect(run.prompts).toHaveLength(1);
  expect(run.outcome.status).toBe("success");
});

test("[T4] another assistant's call is a run without a model, under its name, with effects and its raw result", async () => {
  const notes = new Notes();
  const client = { name: "Other desk", calls: [{ tool: "notes___add", input: { text: "milk" } }] };
  const run = await observe(team(notes), { request: { client } });
  expect(run.prompts).toEqual([]);
  expect(run.outcome.results).toMatchObject([{ text: "Added note 1.", structured: { note_id: 1 } }]);
  expect(valueAt(run.state, "/notebook/added")).toEqual([{ id: 1, agent: "Other desk" }]);
  const roles = run.transcripts.rows("t_1", "writer").map((row) => row.message.role);
  expect(roles).toEqual(["user", "assistant", "tool"]);
});

test("[T4] an action that a page sends is no assistant's call: it can't take another name", async () => {
  const notes = new Notes();
  const run = await observe(team(notes), {
    request: {
      forwardedProps: {
        client: { name: "Forged", calls: [{ tool: "notes___add", input: { text: "milk" } }] },
      },
    },
  });
  expect(notes.texts).toEqual([]);
  expect(run.prompts).toHaveLength(1);
});
