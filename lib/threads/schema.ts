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

/** A message that waits for the conversation's run to end (R6). */
export const QueuedMessage = z.object({
  id: z.string(),
  runId: z.string(),
  content: z.string(),
  createdAt: z.string(),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;
