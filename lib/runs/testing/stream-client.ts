import type { AGUIEvent, Interrupt, Message } from "@ag-ui/core";
import { Fold } from "@/lib/runs/fold";
import type { OpenStream } from "@/lib/runs/runs";
import { isTerminal } from "@/lib/runs/stored-event";
import type { JsonObject } from "@/lib/shared/json";

export type SseMessage = { event: string | undefined; id: string | undefined; data: unknown };

/** One message of a stream of server-sent events. */
export function parseSse(text: string): SseMessage {
  const fields = new Map(
    text.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const data = fields.get("data");
  return { event: fields.get("event"), id: fields.get("id"), data: data ? JSON.parse(data) : undefined };
}

type Start = { running: boolean; interrupts: Interrupt[] };

/** A page's end of a thread's stream, as the README of this folder describes it. */
export class StreamClient {
  messages: Message[] = [];
  state: JsonObject = {};
  lastId: number | undefined;
  /** Messages taken, over all connections. */
  taken = 0;
  resets = 0;
  running = false;
  readonly changes: unknown[] = [];
  /** What people are asked. */
  interrupts: Interrupt[] = [];
  /** What waits for the run to end. */
  queued: { id: string; content: string }[] = [];
  private fold = new Fold({ messages: [], state: {} });

  /** Reads until `enough` says so, then cuts the connection. Messages already sent but not taken are lost. */
  async read(open: OpenStream, enough: (client: StreamClient) => boolean): Promise<void> {
    const stop = new AbortController();
    // Until the stream says otherwise.
    this.running = true;
    const pieces = open(stop.signal);
    try {
      while (!enough(this)) {
        const piece = await pieces.next();
        if (piece.done) return;
        for (const text of piece.value.split("\n\n").filter(Boolean)) {
          this.take(parseSse(text));
          if (enough(this)) return;
        }
      }
    } finally {
      stop.abort();
      await pieces.return?.();
    }
  }

  private take({ event, id, data }: SseMessage) {
    this.taken += 1;
    if (id !== undefined) this.lastId = Number(id);
    if (event === "reset") {
      this.resets += 1;
      this.lastId = undefined;
      this.fold = new Fold({ messages: [], state: {} });
    }
    if (event === "reset" || event === "resume") this.start(data as Start);
    if (event === "queue") this.queued = (data as { messages: { id: string; content: string }[] }).messages;
    if (event === "change") this.changes.push(data);
    if (event === undefined) this.apply(data as AGUIEvent);
    this.messages = this.fold.messages;
    this.state = this.fold.state;
  }

  private start({ running, interrupts }: Start) {
    this.running = running;
    this.interrupts = interrupts;
  }

  private apply(event: AGUIEvent) {
    if (event.type === "RUN_STARTED") this.running = true;
    if (isTerminal(event)) this.running = false;
    if (event.type === "RUN_FINISHED")
      this.interrupts = event.outcome?.type === "interrupt" ? event.outcome.interrupts : [];
    if (event.type === "MESSAGES_SNAPSHOT") this.fold = new Fold({ messages: event.messages, state: {} });
    else this.fold.apply(event);
  }
}

/** A stream over a real connection, as `StreamClient.read` takes it. */
export function openHttpStream(url: string, lastId?: number): OpenStream {
  return async function* (signal) {
    const headers = lastId === undefined ? {} : { "last-event-id": String(lastId) };
    const { body } = await fetch(url, { headers, signal });
    let rest = "";
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (rest + text).split("\n\n");
      rest = messages.pop() ?? "";
      const whole = messages.filter((message) => message.startsWith("data") || message.includes("\ndata"));
      if (whole.length > 0) yield `${whole.join("\n\n")}\n\n`;
    }
  };
}
