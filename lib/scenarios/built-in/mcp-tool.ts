import type { Scenario } from "@/lib/scenarios/scenario";

/** The analyst asks a tool of an MCP server, which answers in prose and data, and keeps what it learned (T2). */
export const mcpTool: Scenario = {
  name: "mcp-tool",
  description: "A tool of an MCP server is called like any other: the model reads its prose.",
  turns: [{ user: "Which regions does the other system know? Remember how many." }],
  script: {
    analyst: [
      { calls: [{ id: "regions", tool: "odd___data", input: {} }] },
      {
        when: "Three regions.",
        calls: [{ id: "kept", tool: "lab___remember", input: { value: { regions: 3 } } }],
      },
      { text: "It knows three regions; I have noted that." },
    ],
  },
  expect: {
    toolCalls: 2,
    state: { "/kaboo_workspace/project": { regions: 3 }, "/kaboo_workspace/pending": [] },
  },
};
