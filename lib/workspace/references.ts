import { z } from "zod";

/** What a person refers to in a message (C8), by id; the title is as they saw it. */
export const Reference = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dashboard"), id: z.string(), title: z.string() }),
  z.object({ kind: z.literal("widget"), id: z.string(), title: z.string(), dashboardId: z.string() }),
  z.object({ kind: z.literal("query"), id: z.string(), title: z.string() }),
  /** Its id is its name. */
  z.object({ kind: z.literal("table"), id: z.string(), title: z.string(), sourceId: z.string() }),
]);
export type Reference = z.infer<typeof Reference>;

/** The references in a browser-owned value; what is none is passed over. */
export function referencesIn(value: unknown): Reference[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => Reference.safeParse(each).data ?? []);
}
