import type { Json, JsonObject } from "@/lib/shared/json";

export type PlannedCall = { tool: string; input: JsonObject };

/** What the demo model does next: say something, make calls, or both. Without calls it is the answer. */
export type Move = { text: string; calls: PlannedCall[] };

export const say = (text: string): Move => ({ text, calls: [] });

export const call = (text: string, ...calls: PlannedCall[]): Move => ({ text, calls });

export const planned = (tool: string, input: Record<string, Json | undefined>): PlannedCall => ({
  tool,
  input: Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ),
});
