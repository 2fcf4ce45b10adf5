import { jsonSchema, tool as modelTool, type ToolSet } from "ai";
import type { Tool, ToolCall, ToolResult } from "@/lib/agent/tool";
import { AppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";
import { matchesTool } from "@/lib/shared/tool-glob";

/** How long a stopped run waits for a tool to end by itself: of the 10 s that Stop may take (R2), some are for the rest. */
export const graceMs = 7_000;

/** The tools an agent may call, in the team's order. */
export function toolsMatching(tools: readonly Tool[], globs: readonly string[]): Tool[] {
  return tools
    .filter((tool) => globs.some((glob) => matchesTool(glob, tool.name)))
    .map((tool) => ({ ...tool, run: (input, call) => runWithGrace(tool, input, call) }));
}

/** Tools as the model library takes them: described, and with nothing to run (T9). Their input is checked by us. */
export function toolSetOf(tools: Iterable<Tool>): ToolSet {
  const entries = [...tools].map(({ name, description, inputSchema }) => [
    name,
    modelTool({ description, inputSchema: jsonSchema(inputSchema) }),
  ]);
  return Object.fromEntries(entries);
}

/** A tool that doesn't end within the grace after Stop is given up on: what it returns later goes nowhere. */
async function runWithGrace(tool: Tool, input: Json, call: ToolCall): Promise<ToolResult> {
  const { signal } = call;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped: (() => void) | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    stopped = () => {
      timer = setTimeout(
        () => reject(new AppError("cancelled", `${tool.name} did not stop in time.`)),
        graceMs,
      );
    };
    signal.addEventListener("abort", stopped, { once: true });
  });
  try {
    return await Promise.race([tool.run(input, call), givenUp]);
  } finally {
    clearTimeout(timer);
    if (stopped) signal.removeEventListener("abort", stopped);
  }
}
