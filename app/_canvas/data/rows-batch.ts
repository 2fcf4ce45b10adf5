import { readLines } from "@/app/_canvas/data/ndjson";
import type { Rows, RowsLine, RowsRequest } from "@/lib/sources/schema";

export type WidgetData = { rows: Rows; asOf: string };
export type RowsAsk = { dashboardId?: string | undefined; item: RowsRequest["items"][number] };

/** A query that did not run, in the engine's words. */
export class RowsError extends Error {
  override name = "RowsError";
}

type Waiting = RowsAsk & {
  resolve: (data: WidgetData) => void;
  reject: (error: Error) => void;
  signal: AbortSignal | undefined;
};
type Post = (body: RowsRequest, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

const mostItems = 200;

/**
 * Asks of one tick and one dashboard travel as one request, and each is answered as its own line arrives (Q6). The
 * request is given up when everyone waiting has gone.
 */
export function createRowsBatch(post: Post, later: (run: () => void) => void = queueMicrotask) {
  let waiting: Waiting[] = [];

  async function send(dashboardId: string | undefined, asks: Waiting[]): Promise<void> {
    const open = new Map(asks.map((ask, index) => [index, ask]));
    const controller = new AbortController();
    const leave = () => {
      if ([...open.values()].every((ask) => ask.signal?.aborted)) controller.abort();
    };
    for (const ask of asks) ask.signal?.addEventListener("abort", leave);
    try {
      const items = asks.map((ask) => ask.item);
      const body = await post(
        dashboardId === undefined ? { items } : { dashboardId, items },
        controller.signal,
      );
      for await (const line of readLines<RowsLine>(body)) {
        const ask = open.get(line.index);
        open.delete(line.index);
        if (!ask) continue;
        if ("error" in line) ask.reject(new RowsError(line.error.message));
        else {
          const { columns, rows, truncated, asOf } = line;
          ask.resolve({ rows: { columns, rows, truncated }, asOf });
        }
      }
      for (const ask of open.values()) ask.reject(new RowsError("The answer ended early. Try again."));
    } catch (error) {
      for (const ask of open.values()) ask.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      for (const ask of asks) ask.signal?.removeEventListener("abort", leave);
    }
  }

  function flush(): void {
    // Whoever has gone already (React mounts twice in development) is not asked for.
    const asks = waiting.filter((ask) => !ask.signal?.aborted);
    for (const ask of waiting) if (ask.signal?.aborted) ask.reject(new DOMException("Gone", "AbortError"));
    waiting = [];
    for (const dashboardId of new Set(asks.map((ask) => ask.dashboardId))) {
      const together = asks.filter((ask) => ask.dashboardId === dashboardId);
      for (let from = 0; from < together.length; from += mostItems) {
        void send(dashboardId, together.slice(from, from + mostItems));
      }
    }
  }

  return (ask: RowsAsk, signal?: AbortSignal): Promise<WidgetData> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) later(flush);
      waiting.push({ ...ask, resolve, reject, signal });
    });
}
