import type { Run } from "@/lib/agent/run-scope";
import type { ClientTool, Tool, ToolResult } from "@/lib/agent/tool";
import { isJsonObject, type Json } from "@/lib/shared/json";

/** The client's tools as the entry agent's: a call waits for the client. The team's own of the same name goes before. */
export function clientTools(run: Run): Tool[] {
  const taken = new Set(run.team.tools.map((tool) => tool.name));
  return (run.request.clientTools ?? []).flatMap((tool) => {
    if (!taken.has(tool.name)) return [clientTool(tool)];
    run.warn({
      agent: run.team.entry,
      tool: tool.name,
      reason: "the client's tool has the name of the team's",
    });
    return [];
  });
}

function clientTool(tool: ClientTool): Tool {
  return {
    ...tool,
    check: (input) =>
      isJsonObject(input) ? { ok: true, input } : { ok: false, error: "The input must be an object." },
    asks: () => ({ of: "client", message: "", responseSchema: {}, check: () => undefined }),
    run: async (_input, { answer }) => clientResult(answer ?? null),
  };
}

/** What the client's tool message said. */
export function clientResult(answer: Json): ToolResult {
  if (!isJsonObject(answer)) return { text: "The client gave no result.", isError: true };
  const { content, error } = answer;
  if (typeof error === "string" && error !== "") return { text: error, isError: true };
  return { text: typeof content === "string" ? content : JSON.stringify(content ?? null) };
}
