import { z } from "zod";
import { Author } from "@/lib/shared/author";

/** What changes are kept of, by the word that the log says: one for each kind of thing that is versioned. */
const subjects = ["dashboard", "query", "source", "knowledge"] as const;

/** One entry of the change log (D2), as JSON over HTTP. */
export const Change = z.object({
  id: z.string(),
  subject: z.enum(subjects),
  subjectId: z.string(),
  version: z.number().int(),
  author: Author,
  summary: z.string(),
  at: z.string(),
  threadId: z.string().optional(),
  runId: z.string().optional(),
  callId: z.string().optional(),
  /** Widgets it touched. */
  widgets: z.array(z.string()),
  undone: z.boolean(),
});
export type Change = z.infer<typeof Change>;

/** Search parameters of the log's route. */
export const ChangesQuery = z.object({
  thread: z.string().min(1).optional(),
  dashboard: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
});
