import { expect, test } from "vitest";
import { eventStream, sseEvent } from "@/lib/http/event-stream";

const request = () => new Request("http://localhost/");

async function* silent(signal: AbortSignal): AsyncGenerator<string> {
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error("no body");
  return response.body.getReader();
}

test("[R7] a quiet stream says every so often that it is still there", async () => {
  const reader = readerOf(eventStream(request(), silent, { keepAliveMs: 1 }));
  for (let count = 0; count < 3; count += 1)
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^:.*\n\n$/);
  await reader.cancel();
});

test("[R7] a slow reader's next piece is made when it asks for it, not before", async () => {
  let made = 0;
  async function* busy(): AsyncGenerator<string> {
    for (;;) {
      made += 1;
      yield sseEvent({ made }, { id: made });
    }
  }
  const reader = readerOf(eventStream(request(), busy));
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('id: 1\ndata: {"made":1}\n\n');
  await new Promise(setImmediate);
  expect(made).toBe(1);
  await reader.cancel();
});

test("[R4] a source is told when its reader goes away, whether it waits for events or for the reader", async () => {
  for (const waiting of [true, false]) {
    let ended = false;
    async function* source(signal: AbortSignal): AsyncGenerator<string> {
      try {
        yield sseEvent("first");
        if (waiting) yield* silent(signal);
        yield sseEvent("second");
      } finally {
        ended = true;
      }
    }
    const reader = readerOf(eventStream(request(), source));
    await reader.read();
    const next = waiting ? reader.read() : undefined;
    await reader.cancel();
    await next;
    await new Promise(setImmediate);
    expect(ended).toBe(true);
  }
});
