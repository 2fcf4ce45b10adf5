import { isAppError } from "@/lib/shared/app-error";
import type { Generations } from "@/lib/sources/generations";
import type { QueryLimits } from "@/lib/sources/limits";
import type { QueryAnswer, QueryJob } from "@/lib/sources/query-pool";
import { createRowsCache } from "@/lib/sources/rows-cache";
import type { Params, Rows } from "@/lib/sources/schema";
import { createSharedWork } from "@/lib/sources/shared-work";

export type RunRequest = {
  sourceId?: string | undefined;
  sql: string;
  params?: Params | undefined;
  /** Rows at most; 10,000 when not given, 100,000 at most. */
  limit?: number | undefined;
  /** Values that no parameter asks for are refused, unless the caller offers all it has (a dashboard's variables). */
  offered?: Params | undefined;
  signal?: AbortSignal | undefined;
};

/** Rows, the source they came from, and as of when they are (D14). */
export type RunAnswer = Rows & { sourceId: string; asOf: string };

export type Answer = QueryAnswer & { asOf: string };

const cacheBytes = 64 * 2 ** 20;
const answerOverhead = 2_000;

function keyOf(file: string, job: QueryJob): string {
  const sorted = (params: Params) => Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([file, job.sql, sorted(job.params), sorted(job.offered), job.limit, job.missing]);
}

/** Only the offered values a query asks for make a difference to its rows. */
function choose(offered: Params, names: string[] | undefined): Params {
  if (!names) return offered;
  const asked = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(offered).filter(([name]) => asked.has(name.toLowerCase())));
}

/** Runs jobs on files of rows: each distinct one once at a time, and not again while its rows are kept (Q6). */
export function createRunQuery(generations: Generations, limits: QueryLimits, now: () => Date) {
  const answers = createRowsCache<Answer>(cacheBytes);
  const parameterNames = createRowsCache<string[]>(2 ** 20);
  const share = createSharedWork<Answer>();

  async function read(file: string, job: QueryJob, signal: AbortSignal): Promise<Answer> {
    const asOf = now().toISOString();
    const answer = { ...(await generations.pool(file).run(job, signal)), asOf };
    parameterNames.set(`${file} ${job.sql}`, answer.params, job.sql.length + 200);
    if (answer.volatile) return answer;
    const bytes = answer.bytes + answerOverhead;
    const settled = { ...job, offered: choose(job.offered, answer.params) };
    answers.set(keyOf(file, settled), answer, bytes);
    // Nothing was missing: the rows are those a widget will ask for.
    const complete = answer.params.every((name) => name in job.params);
    if (job.missing === "null" && complete)
      answers.set(keyOf(file, { ...settled, missing: "refuse" }), answer, 0);
    return answer;
  }

  return async function runQuery(
    file: string,
    { sql, params = {}, offered = {}, limit = limits.rows, signal }: RunRequest,
    missing: QueryJob["missing"] = "refuse",
  ): Promise<Answer> {
    const job: QueryJob = {
      sql,
      params,
      offered: choose(offered, parameterNames.get(`${file} ${sql}`)),
      missing,
      limit: Math.min(Math.max(1, Math.floor(limit)), limits.maxRows),
    };
    const key = keyOf(file, job);
    return answers.get(key) ?? share(key, signal, (shared) => read(file, job, shared));
  };
}

/** Asks again, once, when the rows moved on to another generation between looking up their file and reading it. */
export async function retryMoved<Value>(
  file: (anew: boolean) => Promise<string>,
  run: (file: string) => Promise<Value>,
): Promise<Value> {
  const first = await file(false);
  try {
    return await run(first);
  } catch (error) {
    if (!isAppError(error) || error.code !== "unavailable") throw error;
    const second = await file(true);
    if (second === first) throw error;
    return run(second);
  }
}
