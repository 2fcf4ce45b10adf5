import { z } from "zod";

/** A text that was run in this browser, and what came of it. */
const Run = z.object({
  sql: z.string(),
  sourceId: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  rows: z.number().optional(),
  tookMs: z.number().optional(),
  error: z.string().optional(),
});
export type Run = z.infer<typeof Run>;

const most = 50;
const longest = 20_000;

/** The runs as they were stored; none where that can't be read. */
export function readRuns(stored: string | null): Run[] {
  try {
    return Run.array().parse(JSON.parse(stored ?? "[]"));
  } catch {
    return [];
  }
}

/** With one more, the newest first; a text that was run before moves up. */
export function keepRun(runs: Run[], run: Run): Run[] {
  if (run.sql.length > longest) return runs;
  const others = runs.filter(({ sql, sourceId }) => sql !== run.sql || sourceId !== run.sourceId);
  return [run, ...others].slice(0, most);
}
