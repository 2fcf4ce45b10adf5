import { z } from "zod";

/** What a view hands back: the versions its base shows, and those its newest text shows, by id (V1, D3). */
export const ShownMark = z.object({
  base: z.record(z.string(), z.number()),
  seen: z.record(z.string(), z.number()),
});
export type ShownMark = z.infer<typeof ShownMark>;

export function parseMark(mark: unknown): ShownMark {
  const parsed = ShownMark.safeParse(mark);
  return parsed.success ? parsed.data : { base: {}, seen: {} };
}

/** The version of something that an agent's prompt had shown when it made its call; an edit's base (D3). */
export function shownVersion(mark: unknown, id: string): number | undefined {
  const { seen } = parseMark(mark);
  return Object.hasOwn(seen, id) ? seen[id] : undefined;
}
