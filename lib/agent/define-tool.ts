import { z } from "zod";
import type { Tool, ToolDefinition } from "@/lib/agent/tool";
import type { Json, JsonObject } from "@/lib/shared/json";

/** A tool from a zod schema: what the model is told and what is checked can't drift apart. */
export function defineTool<S extends z.ZodType>(definition: ToolDefinition<S>): Tool {
  const { name, description, input: schema } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return {
    name,
    description,
    inputSchema: inputSchema as JsonObject,
    check(input) {
      const parsed = schema.safeParse(input);
      if (parsed.success) return { ok: true, input: parsed.data as Json };
      return { ok: false, error: z.prettifyError(parsed.error) };
    },
    // `check` gave this input, and it gives nothing but what the schema does.
    run: (input, call) => definition.run(input as z.infer<S>, call),
  };
}
