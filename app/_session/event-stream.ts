import { errorOf, type RequestError } from "./problem";
import { createSseParser, type SseMessage } from "./sse-parser";

export type StreamStatus = "connecting" | "open" | "offline";

export type StreamOptions = {
  url: string;
  /** What to resume after; undefined asks for snapshots. */
  lastEventId(): string | undefined;
  onMessage(message: SseMessage): void;
  onStatus(status: StreamStatus): void;
  /** An answer that trying again won't change. The stream rests until `wake`. */
  onRefused(error: RequestError): void;
};

const firstRetryMs = 250;
const longestRetryMs = 8_000;
/** A stream that says nothing this long is taken for dead: the server comments every 15 s (R7). */
const silenceMs = 40_000;

/**
 * Keeps one stream open: reconnects with growing pauses, resumes where it was, notices silence. `pause` closes it (a hidden
 * tab holds none), `wake` opens it at once, also anew.
 */
export function createEventStream(options: StreamOptions) {
  let current: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect(): Promise<void> {
    clearTimeout(retry);
    current?.abort();
    const controller = new AbortController();
    current = controller;
    options.onStatus(failures > 1 ? "offline" : "connecting");
    const refused = await read(controller).catch(() => undefined);
    if (current !== controller) return;
    if (refused && refused.status < 500) {
      current = undefined;
      return options.onRefused(refused);
    }
    failures++;
    if (failures > 1) options.onStatus("offline");
    retry = setTimeout(connect, Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)));
  }

  async function read(controller: AbortController): Promise<RequestError | undefined> {
    const lastEventId = options.lastEventId();
    const response = await fetch(options.url, {
      headers: { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) },
      cache: "no-store",
      signal: controller.signal,
    });
    if (!response.ok || !response.body) return errorOf(response);
    options.onStatus("open");
    const parse = createSseParser((message) => {
      failures = 0;
      if (current === controller) options.onMessage(message);
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const silence = setTimeout(() => controller.abort(), silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return undefined;
      parse(value);
    }
  }

  return {
    wake(): void {
      failures = 0;
      void connect();
    },
    pause(): void {
      clearTimeout(retry);
      current?.abort();
      current = undefined;
    },
    /** Whether a connection is open or on its way. */
    get active(): boolean {
      return current !== undefined;
    },
  };
}
