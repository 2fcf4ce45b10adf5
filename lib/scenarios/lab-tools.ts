import { setTimeout as after } from "node:timers/promises";
import { z } from "zod";
import type { Approval } from "@/lib/agent/approval";
import type { Effect } from "@/lib/agent/effect";
import type { Tool, ToolCall, ToolResult } from "@/lib/agent/tool";
import type { Json, JsonObject } from "@/lib/shared/json";
import { workspaceKey } from "@/lib/workspace/keys";

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));

/** Tools are plain values, so the lab's need no more than a schema and a function. */
function labTool<S extends z.ZodType>(
  name: string,
  description: string,
  input: S,
  run: (input: z.infer<S>, call: ToolCall) => Promise<ToolResult> | ToolResult,
): Tool {
  return {
    name: `lab___${name}`,
    description,
    inputSchema: z.toJSONSchema(input) as JsonObject,
    check(given) {
      const parsed = input.safeParse(given);
      return parsed.success
        ? { ok: true, input: json(parsed.data) }
        : { ok: false, error: z.prettifyError(parsed.error) };
    },
    run: async (checked, call) => run(input.parse(checked), call),
  };
}

const value = z.strictObject({ value: z.json() });

const echo = labTool("echo", "Gives the value back.", value, (input) => ({
  text: JSON.stringify(input.value),
  structured: input.value,
}));

const careful = labTool(
  "careful",
  "Gives the value back, once a person has approved it.",
  value,
  (input) => ({
    text: JSON.stringify(input.value),
    structured: input.value,
  }),
);

const remember = labTool("remember", "Keeps the value in the workspace's project.", value, (input) => ({
  text: "Remembered.",
  structured: input.value,
}));

const slow = labTool(
  "slow",
  "Takes as long as it is told.",
  z.strictObject({ ms: z.number().min(0).max(600_000) }),
  async ({ ms }, call) => {
    await after(ms, undefined, { signal: call.signal });
    return { text: `Waited ${ms} ms.`, structured: { ms } };
  },
);

const fail = labTool(
  "fail",
  "Fails with the message.",
  z.strictObject({ message: z.string() }),
  ({ message }) => ({ text: message, isError: true }),
);

const big = labTool(
  "big",
  "Answers with so many bytes.",
  z.strictObject({ bytes: z.number().int().min(0).max(50_000_000) }),
  ({ bytes }) => ({ text: "x".repeat(bytes) }),
);

/** The lab's own tools (L7); the team holds them while MODEL is `scripted`. */
export const labTools: readonly Tool[] = [echo, careful, remember, slow, fail, big];

export const labEffects: readonly Effect[] = [{ tool: "lab___remember", path: `/${workspaceKey}/project` }];

export const labApprovals: readonly Approval[] = [
  { tool: "lab___careful", message: "Do something that wants care." },
];

/** What an agent's `tools` list gets, too. */
export const labToolGlob = "lab___*";
