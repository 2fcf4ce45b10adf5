import { z } from "zod";
import type { Json } from "@/lib/shared/json";

/** The JSON Patch operations the project uses (RFC 6902). move and copy are refused: implementations differ (E6). */
export type Operation =
  | { op: "add"; path: string; value: Json }
  | { op: "replace"; path: string; value: Json }
  | { op: "test"; path: string; value: Json }
  | { op: "remove"; path: string };

const pointer = z.string().regex(/^(\/([^/~]|~[01])*)*$/, "not a JSON Pointer");
const value = z.json();

export const Operation: z.ZodType<Operation> = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: pointer, value }),
  z.strictObject({ op: z.literal("replace"), path: pointer, value }),
  z.strictObject({ op: z.literal("test"), path: pointer, value }),
  z.strictObject({ op: z.literal("remove"), path: pointer }),
]);

/** Operations from outside. Throws an Error that names what is wrong with which one. */
export function parsePatch(value: unknown): Operation[] {
  const parsed = z.array(Operation).safeParse(value);
  if (!parsed.success) throw new Error(`not a JSON Patch: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
