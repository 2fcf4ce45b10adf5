import { fromJsonSchema, type Tool as SentTool } from "@modelcontextprotocol/client";
import type { Tool } from "@/lib/agent/tool";
import type { Connection } from "@/lib/mcp/client/connection";
import { toolName } from "@/lib/mcp/client/tool-names";
import { descriptionForModel, schemaForModel } from "@/lib/mcp/client/tool-schema";
import type { Json } from "@/lib/shared/json";

/** A server's tool as one of the team's own (T2). */
export function remoteTool(server: string, sent: SentTool, connection: Connection): Tool {
  return {
    name: toolName(server, sent.name),
    description: descriptionForModel(sent.description ?? sent.title),
    inputSchema: schemaForModel(sent.inputSchema),
    check: checkFor(sent.inputSchema),
    run: (input, { signal }) => connection.call(sent.name, input, signal),
  };
}

/** Checks against the schema as sent. One that no checker can read lets everything through: the server checks, too. */
function checkFor(schema: SentTool["inputSchema"]): Tool["check"] {
  let standard: ReturnType<typeof fromJsonSchema>["~standard"] | undefined;
  try {
    standard = fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0])["~standard"];
  } catch {
    standard = undefined;
  }
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input))
      return { ok: false, error: "The input must be an object." };
    const checked = standard?.validate(input);
    if (checked === undefined || checked instanceof Promise || !checked.issues)
      return { ok: true, input: input as Json };
    return { ok: false, error: checked.issues.map(({ message }) => message).join("\n") };
  };
}
