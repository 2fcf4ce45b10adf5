import { log } from "@/lib/observability/log";
import { AppError, isAppError } from "@/lib/shared/app-error";
import type { RunAnswer, RunRequest } from "@/lib/sources/run-query";
import type { Params, RowsLine, RowsRequest } from "@/lib/sources/schema";

/** What rows need to know of a saved query. */
export type RunnableQuery = { sql: string; sourceId: string; params: Params };

type Ports = {
  find(queryId: string): Promise<RunnableQuery>;
  run(request: RunRequest): Promise<RunAnswer>;
  signal: AbortSignal;
};

/** More than the pool answers at once, so that none of its workers waits for us. */
const atOnce = 8;

function errorLine(index: number, error: unknown): RowsLine {
  const known = isAppError(error) ? error : new AppError("internal", "The query failed.", { cause: error });
  if (!isAppError(error)) log.error({ err: error }, "a query failed");
  const position = known.details?.position;
  return {
    index,
    error: { message: known.message, ...(typeof position === "number" && { position }) },
  };
}

/**
 * One line for each query asked for, as they finish (A2, Q6). A query's own values are its defaults; of the values
 * offered it takes those it names. Ends early, and stops what runs, when `signal` aborts.
 */
export async function* rowsLines({ items }: RowsRequest, ports: Ports): AsyncGenerator<RowsLine> {
  async function answer(index: number): Promise<RowsLine> {
    const asked = items[index];
    if (!asked) throw new AppError("internal", "There is no such line.");
    try {
      const query = await ports.find(asked.queryId);
      const offered = { ...query.params, ...asked.params };
      const { sql, sourceId } = query;
      const { sourceId: _, ...rows } = await ports.run({ sql, sourceId, offered, signal: ports.signal });
      return { index, ...rows };
    } catch (error) {
      return errorLine(index, error);
    }
  }

  const running = new Map<number, Promise<RowsLine>>();
  for (let next = 0; next < items.length || running.size > 0; ) {
    while (next < items.length && running.size < atOnce) {
      running.set(next, answer(next));
      next++;
    }
    const line = await Promise.race(running.values());
    if (ports.signal.aborted) return;
    running.delete(line.index);
    yield line;
  }
}

/** Lines of JSON, made as fast as the reader takes them; a reader that leaves aborts `stop`. */
export function streamLines(
  lines: AsyncGenerator<unknown>,
  stop: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel() {
      stop.abort();
    },
  });
}
