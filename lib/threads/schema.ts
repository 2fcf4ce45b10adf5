import { z } from "zod";

/** A conversation as the thread list shows it. */
export const ThreadSummary = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  running: z.boolean(),
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;

export const ThreadEdit = z.strictObject({ title: z.string().trim().min(1).max(200) });
