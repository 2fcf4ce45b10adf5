import { z } from "zod";
import type { Json, JsonObject } from "@/lib/shared/json";

/** What is wrong, by the place it is at: "widgets.0.title". The whole's place is "". */
export type Problems = ReadonlyMap<string, string>;

/**
 * Says what a call's arguments lack by its schema, before the server does. A schema that can't be read here finds
 * nothing: the server checks, too.
 */
export function argumentsChecker(schema: JsonObject): (value: Json) => Problems {
  let checked: z.ZodType | undefined;
  try {
    checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    checked = undefined;
  }
  return (value) => {
    const found = checked?.safeParse(value, { reportInput: true }).error?.issues ?? [];
    return new Map(
      found.map(({ path, message, code, input }) => [placeOf(path), wording(message, code, input)]),
    );
  };
}

export function placeOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

function wording(message: string, code: string | undefined, input: unknown): string {
  if (code === "invalid_type" && input === undefined) return "This is needed.";
  if (code === "invalid_type" && /expected int/.test(message)) return "A whole number is needed.";
  return message.replace(/^Invalid input: /, "").replace(/^./, (first) => first.toUpperCase());
}
