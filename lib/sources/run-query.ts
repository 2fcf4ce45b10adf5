import { isAppError } from "@/lib/shared/app-error";
import type { Generations } from "@/lib/sources/generations";
import type { QueryLimits } from "@/lib/sources/limits";
import type { QueryAnswer, QueryJob } from "@/lib/sources/query-pool";
import { createRowsCache } from "@/lib/sources/rows-cache";
import type { RowsPlace } from "@/lib/sources/rows-place";
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

/** Told of each query that reached a source, with the milliseconds until it answered or failed. */
export type OnAnswer = (source: string, outcome: "success" | "error" | "cancelled", ms: number) => void;

const cacheBytes = 64 * 2 ** 20;
const answerOverhead = 2_000;

function keyOf(epoch: string, job: QueryJob): string {
  const sorted = (params: Params) => Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([epoch, job.sql, sorted(job.params), sorted(job.offered), job.limit, job.missing]);
}

/** Only the offered values a query asks for make a difference to its rows. */
function choose(offered: Params, names: string[] | undefined): Params {
  if (!names) return offered;
  const asked = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(offered).filter(([name]) => asked.has(name.toLowerCase())));
}

/** Runs jobs where rows are: each distinct one once at a time, and not again while its rows are kept (Q6). */
export function createRunQuery(
  generations: Generations,
  limits: QueryLimits,
  now: () => Date,
  onAnswer: OnAnswer = () => {},
) {
  const answers = createRowsCache<Answer>(cacheBytes);
  const parameterNames = createRowsCache<string[]>(2 ** 20);
  const share = createSharedWork<Answer>();

  /** What is kept is found again for as long as its epoch lasts: always, or for the time that the place names (D14). */
  const epochOf = ({ key, keepMs }: RowsPlace) =>
    keepMs === undefined ? key : `${key} ${Math.floor(now().getTime() / keepMs)}`;

  async function read(place: RowsPlace, epoch: string, job: QueryJob, signal: AbortSignal): Promise<Answer> {
    const asOf = now().toISOString();
    const answer = { ...(await timed(place, () => generations.pool(place).run(job, signal))), asOf };
    parameterNames.set(`${place.key} ${job.sql}`, answer.params, job.sql.length + 200);
    if (answer.volatile) return answer;
    const bytes = answer.bytes + answerOverhead;
    const settled = { ...job, offered: choose(job.offered, answer.params) };
    answers.set(keyOf(epoch, settled), answer, bytes);
    // Nothing was missing: the rows are those a widget will ask for.
    const complete = answer.params.every((name) => name in job.params);
    if (job.missing === "null" && complete)
      answers.set(keyOf(epoch, { ...settled, missing: "refuse" }), answer, 0);
    return answer;
  }

  async function timed<Value>({ kind }: RowsPlace, run: () => Promise<Value>): Promise<Value> {
    const begun = performance.now();
    try {
      const value = await run();
      onAnswer(kind, "success", performance.now() - begun);
      return value;
    } catch (error) {
      const stopped = isAppError(error) && error.code === "cancelled";
      onAnswer(kind, stopped ? "cancelled" : "error", performance.now() - begun);
      throw error;
    }
  }

  return async function runQuery(
    place: RowsPlace,
    { sql, params = {}, offered = {}, limit = limits.rows, signal }: RunRequest,
    missing: QueryJob["missing"] = "refuse",
  ): Promise<Answer> {
    const job: QueryJob = {
      sql,
      params,
      offered: choose(offered, parameterNames.get(`${place.key} ${sql}`)),
      missing,
      limit: Math.min(Math.max(1, Math.floor(limit)), limits.maxRows),
    };
    const epoch = epochOf(place);
    const key = keyOf(epoch, job);
    return answers.get(key) ?? share(key, signal, (shared) => read(place, epoch, job, shared));
  };
}

/** Asks again, once, when the rows moved on to another generation between looking up their place and reading it. */
export async function retryMoved<Value>(
  place: (anew: boolean) => Promise<RowsPlace>,
  run: (place: RowsPlace) => Promise<Value>,
): Promise<Value> {
  let first: RowsPlace | undefined;
  try {
    first = await place(false);
    return await run(first);
  } catch (error) {
    if (!isAppError(error) || error.code !== "unavailable") throw error;
    const second = await place(true);
    if (second.key === first?.key) throw error;
    return run(second);
  }
}
