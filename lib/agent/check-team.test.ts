import { expect, test } from "vitest";
import { z } from "zod";
import { checkTeam } from "@/lib/agent/check-team";
import { defineTool } from "@/lib/agent/define-tool";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";

const tool = (name: string) =>
  defineTool({ name, description: "", input: z.object({}), run: async () => ({ text: "" }) });

test("[T1] a right team passes", () => {
  const team = notesTeam(new Notes());
  checkTeam(team);
  checkTeam({ ...team, tools: [...team.tools, tool("ask_user"), tool("sql-workbench___run_sql")] });
});

test("[T1] one readable error names every mistake and where it is", () => {
  const team = notesTeam(new Notes());
  const wrong = {
    ...team,
    entry: "boss",
    agents: {
      writer: {
        description: "",
        instructions: "",
        tools: ["notes___*", "maps___*"],
        delegates: ["nobody"],
        views: ["sky"],
        workspace: ["/other/x", "/kaboo_sessions/writer", "notebook", "/notebook/__proto__", ""],
      },
    },
    tools: [...team.tools, tool("notes___add"), tool("delegate___writer"), tool("add note")],
    effects: [
      { tool: "burn___*", path: "/notebook/x" },
      { tool: "notes___add", path: "/kaboo_references/x" },
      { tool: "delegate___writer", path: "/notebook/x" },
    ],
    pending: [{ tool: "notes___add", at: "/elsewhere", start: () => undefined, end: () => undefined }],
    stateKeys: { ...team.stateKeys, kaboo_sessions: { writer: "browser", visible: true } as const },
    initialState: { kaboo_references: [] },
  };
  expect(() => checkTeam(wrong)).toThrowErrorMatchingInlineSnapshot(`
    [Error: The team is not right:
    - entry: there is no agent "boss"
    - tools: "notes___add" is there twice
    - tools: "delegate___writer": names with delegate___ are the delegates'
    - tools: "add note" is not named server___tool (letters, digits, - and _)
    - agents.writer.tools: no tool is called "maps___*"
    - agents.writer.delegates: there is no agent "nobody"
    - agents.writer.views: there is no view "sky"
    - agents.writer.workspace: "/other/x" is outside the known keys
    - agents.writer.workspace: "/kaboo_sessions/writer" can't be reached
    - agents.writer.workspace: "notebook" is not a JSON Pointer: it must be "" or start with "/"
    - agents.writer.workspace: "__proto__" is not allowed in a pointer
    - agents.writer.workspace: "" must name a key of the state
    - effects[0]: no tool is called "burn___*"
    - effects[1].path: "/kaboo_references/x" is outside the known keys
    - pending[0].at: "/elsewhere" is outside the known keys
    - stateKeys: "kaboo_sessions" is the server's, and hidden
    - initialState: "kaboo_references" is not a key that the server keeps]
  `);
});

test("[T2] a tool's input is checked against its schema, and the error says what to fix", () => {
  const plot = defineTool({
    name: "dashboard___plot",
    description: "Plots.",
    input: z.object({
      title: z.string().describe("Shown above"),
      kind: z.enum(["bar", "line"]).default("bar"),
    }),
    run: async () => ({ text: "" }),
  });
  expect(plot.inputSchema).toMatchObject({
    type: "object",
    properties: { title: { type: "string", description: "Shown above" }, kind: { enum: ["bar", "line"] } },
    required: ["title"],
  });
  expect(plot.inputSchema).not.toHaveProperty("$schema");
  expect(plot.check({ title: "Sales" })).toEqual({ ok: true, input: { title: "Sales", kind: "bar" } });
  const checked = plot.check({ kind: "pie" });
  expect(checked.ok ? "" : checked.error).toMatch(/title[\s\S]*"bar"\|"line"|"bar"\|"line"[\s\S]*title/);
});
