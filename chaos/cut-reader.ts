import { type Event, EventType } from "@ag-ui/core";
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

  /** Two connections at once, one of them from before what is known, until one of them has been told enough. */
  async readTwice(enough: (reader: CutReader) => boolean, early: number): Promise<void> {
    const stop = new AbortController();
    await Promise.race([this.read(enough, early, stop), this.read(enough, this.state.seq, stop)]);
  }

  /** Reads until `enough`, message by message, then breaks the connection. `after` stands for what is known. */
  async read(
    enough: (reader: CutReader) => boolean,
    after = this.state.seq,
    stop = new AbortController(),
  ): Promise<void> {
    this.opened = false;
    const known = this.state.loaded && after > 0;
    const headers: Record<string, string> = known ? { "last-event-id": String(after) } : {};
    const response = await fetch(this.url, { headers, signal: stop.signal }).catch((error: unknown) => {
      if (stop.signal.aborted) return undefined;
      throw error;
    });
    let done = false;
    const parse = createSseParser((message) => {
      if (done || stop.signal.aborted) return;
      this.take(message);
      done = enough(this);
    });
    try {
      for await (const text of response?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        parse(text);
        if (done) return;
      }
    } catch (error) {
      // The other connection was enough.
      if (!stop.signal.aborted) throw error;
    } finally {
      stop.abort();
    }
  }

  private take({ event, data }: SseMessage): void {
    this.taken += 1;
    if (event === "reset" || event === "resume") {
      const { running, interrupts } = JSON.parse(data);
      // What starts over is told by the snapshots that follow.
      this.opened = event === "resume";
      const run = noteRunning(this.state, running);
      this.state = event === "reset" ? { ...run, interrupts } : run;
      return;
    }
    const read: Event | undefined = event === "message" ? parseEvent(data) : undefined;
    if (read) this.state = reduceAll(this.state, [read]);
    if (read?.type === EventType.STATE_SNAPSHOT) this.opened = true;
    if (this.state.diverged) throw new Error(`the state diverged at ${this.state.seq}`);
  }
}
