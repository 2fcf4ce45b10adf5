import type { Event, UserMessage } from "@ag-ui/core";
import { z } from "zod";
import { Change } from "@/lib/dashboards/schema";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Reference } from "@/lib/workspace/references";
import { referencesKey } from "@/lib/workspace/schema";
import { createEventStream, type StreamStatus } from "./event-stream";
import { createFrameQueue } from "./frame-queue";
import { parseEvent } from "./parse-event";
import { jsonBody, RequestError, request } from "./problem";
import { noteRunning, reduceAll } from "./reduce";
import { type PageContext, runInput } from "./run-input";
import { emptySession, type Outgoing, type SessionState } from "./session-state";
import type { SseMessage } from "./sse-parser";

const Opened = z.object({ running: z.boolean() });
const Failed = z.object({ message: z.string() });
const Accepted = z.object({ runId: z.string(), queued: z.boolean() });
/** A thread that keeps diverging asks for snapshots no more often than this. */
const healPauseMs = 1_000;
const refusedPauseMs = 500;

export type SendOptions = {
  action?: { kind: string } & JsonObject;
  context?: readonly PageContext[];
  /** What the text names with @ (C8). */
  references?: readonly Reference[];
  /** Something done on the canvas, told in passing: the conversation shows it as one line. */
  quiet?: boolean;
};
const quietEnd = "_q";
/** The id says so, because it is what comes back with the stored message. */
export const isQuiet = (messageId: string) => messageId.endsWith(quietEnd);
export type SessionFailure = { message: string; code: string; errorId?: string | undefined };
export type SessionStatus = "idle" | "running" | "connecting" | "offline";

export type Snapshot = {
  state: SessionState;
  stream: StreamStatus;
  /** Sending, stopping or opening the thread failed. A failed run is in `state.run`. */
  failure: SessionFailure | null;
};

export type Session = ReturnType<typeof createSession>;

/**
 * The page's end of one thread: reads its stream, sends messages, keeps what the page alone knows. Knows no React;
 * `subscribe` and `get` are what a binding needs.
 */
export function createSession(threadId: string, { origin = "" }: { origin?: string } = {}) {
  const path = `${origin}/api/threads/${encodeURIComponent(threadId)}`;
  const listeners = new Set<() => void>();
  const changeListeners = new Set<(change: Change) => void>();
  const context = new Map<string, PageContext>();
  const options = new Map<string, SendOptions>();
  let snapshot: Snapshot = { state: emptySession, stream: "connecting", failure: null };
  let healedAt = 0;

  function set(next: Partial<Snapshot>): void {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  }

  function update(next: Partial<SessionState>): void {
    set({ state: { ...snapshot.state, ...next } });
  }

  const queue = createFrameQueue<Event>((events) => {
    const before = snapshot.state;
    const state = reduceAll(before, events);
    if (state !== before) set({ state });
    if (state.diverged) heal();
    if (before.run?.status === "running" && state.run?.status !== "running") sendWaiting();
  });

  const stream = createEventStream({
    url: `${path}/events`,
    lastEventId() {
      queue.flush();
      const { loaded, diverged, seq } = snapshot.state;
      return loaded && !diverged && seq > 0 ? String(seq) : undefined;
    },
    onMessage: take,
    onStatus: (status) => {
      if (status === snapshot.stream) return;
      set({ stream: status });
      if (status === "open") sendWaiting();
    },
    onRefused(error) {
      // Trying again won't help: a deleted thread, someone else's, a server that knows no such thing.
      set({ stream: "open", failure: failureOf(error), state: { ...snapshot.state, loaded: true } });
    },
  });

  function take(message: SseMessage): void {
    if (message.event === "change") {
      const change = Change.safeParse(JSON.parse(message.data));
      if (change.success) for (const listener of changeListeners) listener(change.data);
      return;
    }
    if (message.event === "reset") {
      const { running } = Opened.parse(JSON.parse(message.data));
      queue.flush();
      set({ state: noteRunning(snapshot.state, running) });
      return;
    }
    if (message.event === "failed") {
      set({ failure: { code: "log", ...Failed.parse(JSON.parse(message.data)) } });
      return;
    }
    const event = message.event === "message" ? parseEvent(message.data) : undefined;
    if (event) queue.add(event);
  }

  function heal(): void {
    const pause = Math.max(0, healedAt + healPauseMs - Date.now());
    healedAt = Date.now() + pause;
    setTimeout(() => {
      if (snapshot.state.diverged && stream.active) stream.wake();
    }, pause);
  }

  function setOutgoing(message: UserMessage, status: Outgoing["status"]): void {
    const { outbox } = snapshot.state;
    if (!outbox.some((outgoing) => outgoing.message.id === message.id)) return;
    update({
      outbox: outbox.map((other) => (other.message.id === message.id ? { message, status } : other)),
    });
  }

  /** What the message refers to; nothing takes the place of what the one before did. */
  function ownWith(references: readonly Reference[]): JsonObject {
    const { own, state } = snapshot.state;
    if (references.length === 0 && !(referencesKey in state)) return own;
    return { ...own, [referencesKey]: [...references] };
  }

  async function post(message: UserMessage): Promise<void> {
    const { action, references = [], context: extra = [] } = options.get(message.id) ?? {};
    const input = runInput({
      threadId,
      runId: newId("r"),
      message,
      own: ownWith(references),
      context: [...context.values(), ...extra],
      forwardedProps: action ? { kaboo_action: action } : {},
    });
    setOutgoing(message, "sending");
    try {
      const response = await request(
        `${origin}/api/agent`,
        jsonBody("POST", input, { prefer: "respond-async" }),
      );
      const { queued } = Accepted.parse(await response.json());
      if (queued) setOutgoing(message, "queued");
      if (!stream.active) stream.wake();
    } catch (error) {
      const waits = error instanceof RequestError && waitsAfter(error);
      setOutgoing(message, waits ? "waiting" : "failed");
      if (!waits) set({ failure: failureOf(error) });
    }
  }

  /** For the end of the run that is on, or for the server to come back. */
  function waitsAfter({ status }: RequestError): boolean {
    if (status === 0) stream.wake();
    // The run may have ended while its refusal was under way.
    if (status === 409) setTimeout(sendWaiting, refusedPauseMs);
    return status === 0 || status === 409;
  }

  function sendWaiting(): void {
    if (snapshot.state.run?.status === "running") return;
    const next = snapshot.state.outbox.find(({ status }) => status === "waiting");
    if (next) void post(next.message);
  }

  return {
    threadId,
    get: (): Snapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Shown at once; the streamed message of the same id takes its place. */
    send(text: string, sendOptions: SendOptions = {}): void {
      const content = text.trim();
      if (content === "") return;
      const id = newId("m") + (sendOptions.quiet ? quietEnd : "");
      const message: UserMessage = { id, role: "user", content };
      options.set(message.id, sendOptions);
      const { state } = snapshot;
      // One run at a time (R6): while one is on, the next message waits here.
      const status = state.run?.status === "running" ? "waiting" : "sending";
      set({ failure: null, state: { ...state, outbox: [...state.outbox, { message, status }] } });
      if (status === "sending") void post(message);
    },

    /** Sends a failed message again. */
    resend(id: string): void {
      const failed = snapshot.state.outbox.find(({ message }) => message.id === id);
      set({ failure: null });
      if (failed) void post(failed.message);
    },

    /** Takes back a message that hasn't started. */
    discard(id: string): void {
      set({ failure: null });
      update({ outbox: snapshot.state.outbox.filter(({ message }) => message.id !== id) });
    },

    /** Resolves when the server has stopped the run (R2). */
    async stop(): Promise<void> {
      try {
        await request(`${path}/cancel`, { method: "POST" });
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    },

    /** A browser-owned key (O1): sent with each run, kept over any echo. */
    setOwn(key: string, value: Json): void {
      const own = { ...snapshot.state.own, [key]: value };
      update({ own, state: { ...snapshot.state.state, ...own } });
    },

    setContext(key: string, value: PageContext | undefined): void {
      if (value) context.set(key, value);
      else context.delete(key);
    },

    onChange(listener: (change: Change) => void): () => void {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },

    dismissFailure: () => set({ failure: null }),
    open: () => stream.wake(),
    close: () => stream.pause(),
    get connected(): boolean {
      return stream.active;
    },
  };
}

function failureOf(error: unknown): SessionFailure {
  if (error instanceof RequestError) {
    return { message: error.message, code: error.code, errorId: error.errorId };
  }
  return { message: "Something went wrong on this page.", code: "page" };
}
