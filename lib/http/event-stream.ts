const encoder = new TextEncoder();
const keepAlive = Symbol("keep-alive");

/** One server-sent event. Data is one line: the stock AG-UI client reads no other framing. */
export function sseEvent(
  data: unknown,
  { id, event }: { id?: number | string; event?: string } = {},
): string {
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join("\n")}\n\n`;
}

/** How long a stream may be silent before it says that it is still there (R7). */
export type StreamOptions = { keepAliveMs?: number };

function after(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<typeof keepAlive>((resolve) => {
    timer = setTimeout(resolve, ms, keepAlive);
  });
  return { passed, clear: () => clearTimeout(timer) };
}

/**
 * Server-sent events from a source that is asked for its next piece only when the reader has taken the last one, so that
 * a slow reader costs no memory. A comment every 15 s keeps a quiet stream open through proxies (R7). `open` gets a
 * signal that aborts when the reader goes away; its iterator must then end.
 */
export function eventStream(
  request: Request,
  open: (signal: AbortSignal) => AsyncIterator<string>,
  { keepAliveMs = 15_000 }: StreamOptions = {},
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal]);
  const pieces = open(signal);
  // A source that waits at a `yield` is not asked again, so it is told.
  signal.addEventListener("abort", () => void pieces.return?.(), { once: true });
  let next: Promise<IteratorResult<string>> | undefined;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    next ??= pieces.next();
    const silence = after(keepAliveMs);
    const piece = await Promise.race([next, silence.passed]).finally(silence.clear);
    if (gone.signal.aborted) return;
    if (piece === keepAlive) return controller.enqueue(encoder.encode(": still here\n\n"));
    next = undefined;
    if (piece.done) return controller.close();
    controller.enqueue(encoder.encode(piece.value));
  }

  const body = new ReadableStream<Uint8Array>({ pull, cancel: () => gone.abort() }, { highWaterMark: 0 });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
