import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import type { Team } from "@/lib/agent/team";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import type { WorkingView } from "@/lib/agent/view";
import { AppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";
import { pointer, valueAt } from "@/lib/shared/patch";

/** A toy domain: a service that holds notes, its tools, effects and view. The engine knows none of it. */
export class Notes {
  readonly texts: string[] = [];

  add(text: string): number {
    this.texts.push(text);
    return this.texts.length;
  }
}

export const notesKey = "notebook";

export function notesTools(notes: Notes): Tool[] {
  return [
    defineTool({
      name: "notes___add",
      description: "Adds a note.",
      input: z.object({ text: z.string().min(1) }),
      async run({ text }) {
        const id = notes.add(text);
        return { text: `Added note ${id}.`, structured: { note_id: id, text } };
      },
    }),
    defineTool({
      name: "notes___list",
      description: "Lists the notes.",
      input: z.object({}),
      run: async () => ({ text: notes.texts.join("\n") || "There are none." }),
    }),
    defineTool({
      name: "notes___count",
      description: "Counts the notes, as JSON text.",
      input: z.object({}),
      run: async () => ({ text: JSON.stringify({ count: notes.texts.length }) }),
    }),
    defineTool({
      name: "notes___fail",
      description: "Fails.",
      input: z.object({ how: z.enum(["throws", "refuses", "reports"]) }),
      async run({ how }) {
        if (how === "throws") throw new Error("secret path /etc/notes");
        if (how === "refuses") throw new AppError("conflict", "The notebook is locked.");
        return { text: "It did not work.", structured: { note_id: 99 }, isError: true };
      },
    }),
  ];
}

/** Says how many notes there were at first, and how many came since. */
export function notesView(notes: Notes): WorkingView {
  return {
    render({ mark }) {
      const count = notes.texts.length;
      if (typeof mark !== "number") {
        return { base: `${count} notes: ${notes.texts.map(quoteData).join(", ")}`, mark: count };
      }
      const since = notes.texts.slice(mark);
      return since.length === 0 ? null : { changes: `new: ${since.map(quoteData).join(", ")}` };
    },
  };
}

const count = (state: unknown, ...keys: string[]) => {
  const list = valueAt(state, pointer(notesKey, ...keys));
  return Array.isArray(list) ? list.length : 0;
};

/** A writer who may ask a critic and a copy of itself. */
export function notesTeam(notes: Notes, changes: Partial<Team> = {}): Team {
  return {
    entry: "writer",
    agents: {
      writer: {
        description: "Writes notes.",
        instructions: "You write notes.",
        tools: ["notes___*"],
        delegates: ["critic", "writer"],
        views: ["notes"],
        workspace: [pointer(notesKey, "last"), pointer(notesKey, "added")],
      },
      critic: {
        description: "Judges notes.",
        instructions: "You judge notes.",
        tools: ["notes___*"],
        delegates: ["critic"],
        views: ["notes"],
        workspace: [pointer(notesKey, "added")],
      },
    },
    tools: notesTools(notes),
    views: { notes: notesView(notes) },
    effects: [
      { tool: "notes___add", path: pointer(notesKey, "last") },
      {
        tool: "notes___a*",
        mapper: ({ result, state, agent }) => [
          {
            op: "add",
            path: pointer(notesKey, "added", "-"),
            value: { id: valueAt(result, "/note_id") ?? null, agent },
          },
          { op: "add", path: pointer(notesKey, "total"), value: count(state, "added") + 1 },
        ],
      },
      { tool: "notes___count", path: pointer(notesKey, "counted", "last") },
      { tool: "notes___fail", path: pointer(notesKey, "failed") },
    ],
    pending: [
      {
        tool: "*",
        at: pointer(notesKey, "pending"),
        start: ({ tool, run }) => [
          { op: "add", path: pointer(notesKey, "pending", "-"), value: { call: run.toolCallId, tool } },
        ],
        end: ({ run, state }) => {
          const pending = valueAt(state, pointer(notesKey, "pending"));
          const index = Array.isArray(pending)
            ? pending.findIndex((entry: Json) => valueAt(entry, "/call") === run.toolCallId)
            : -1;
          return index < 0 ? undefined : [{ op: "remove", path: pointer(notesKey, "pending", index) }];
        },
      },
    ],
    workflows: {},
    stateKeys: {
      kaboo_sessions: { writer: "server", visible: false },
      [notesKey]: { writer: "effects", visible: true },
      diary: { writer: "effects", visible: false },
    },
    initialState: { [notesKey]: { added: [], pending: [] }, diary: {} },
    ...changes,
  };
}
