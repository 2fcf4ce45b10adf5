import type { Event } from "@ag-ui/core";
import { parseEvent } from "@/app/_session/parse-event";
import { noteRunning, reduceAll } from "@/app/_session/reduce";
import { emptySession, type SessionState } from "@/app/_session/session-state";
import { createSseParser, type SseMessage } from "@/app/_session/sse-parser";

/** The page's own reader of a stream, with every connection in the trial's hands. */
export class CutReader {
  state: SessionState = emptySession;
  /** Messages taken, over all connections. */
  taken = 0;
  /** Whether the stream has said, on this connection, where it starts. */
  private opened = false;

  constructor(private readonly url: string) {}

  /** Over, and told to its end. */
  isIdle(): boolean {
    return this.opened && this.state.loaded && this.state.run?.status !== "running";
  }

  /** Reads until `enough`, message by message, then breaks the connection. `after` stands for what is known. */
  async read(enough: (reader: CutReader) => boolean, after = this.state.seq): Promise<void> {
    const stop = new AbortController();
    this.opened = false;
    const known = this.state.loaded && after > 0;
    const response = await fetch(this.url, {
      headers: known ? { "last-event-id": String(after) } : {},
      signal: stop.signal,
    });
    let done = false;
    const parse = createSseParser((message) => {
      if (done) return;
      this.take(message);
      done = enough(this);
    });
    try {
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        parse(text);
        if (done) return;
      }
    } finally {
      stop.abort();
    }
  }

  private take({ event, data }: SseMessage): void {
    this.taken += 1;
    if (event === "reset" || event === "resume") {
      const { running, interrupts } = JSON.parse(data);
      this.opened = true;
      const run = noteRunning(this.state, running);
      this.state = event === "reset" ? { ...run, interrupts } : run;
      return;
    }
    const read: Event | undefined = event === "message" ? parseEvent(data) : undefined;
    if (read) this.state = reduceAll(this.state, [read]);
    if (this.state.diverged) throw new Error(`the state diverged at ${this.state.seq}`);
  }
}
