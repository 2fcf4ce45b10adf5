import type { Event, Interrupt, ResumeEntry, UserMessage } from "@ag-ui/core";
import type { Change } from "@/lib/changes/schema";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { QueuedMessage } from "@/lib/threads/schema";
import { referencesKey } from "@/lib/workspace/keys";
import type { Reference } from "@/lib/workspace/references";
import { readEarlier, turnsAtFirst } from "./earlier-turns";
import { createEventStream, type StreamStatus } from "./event-stream";
import { createFrameQueue } from "./frame-queue";
import { type Healing, noteHealing } from "./healings";
import { parseEvent } from "./parse-event";
import { jsonBody, RequestError, request, requestJson } from "./problem";
import { noteEarlier, noteQueue, noteRunning, reduceAll } from "./reduce";
import { type PageContext, runInput } from "./run-input";
import { emptySession, type Outgoing, type SessionState } from "./session-state";
import type { SseMessage } from "./sse-parser";

/** What the thread's stream says beside AG-UI events, by the name of the message. */
type Told = {
  change: Change;
  reset: { running: boolean; interrupts?: Interrupt[] };
  queue: { messages: QueuedMessage[] };
  failed: { message: string };
};
const read = <K extends keyof Told>(_kind: K, message: SseMessage): Told[K] => JSON.parse(message.data);

/** A thread that keeps diverging asks for snapshots no more often than this. */
const busyPauseMs = 300;
const healPauseMs = 1_000;

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
  /** Of the turns before those that are there. */
  earlier: "idle" | "loading" | "failed";
  /** When the state was found to be another than the server's. */
  healings: readonly Healing[];
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
  let snapshot: Snapshot = {
    state: emptySession,
    stream: "connecting",
    earlier: "idle",
    healings: [],
    failure: null,
  };
  let healedAt = 0;
  let posted: Promise<void> = Promise.resolve();

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
    const healings = noteHealing(snapshot.healings, before, state, Date.now());
    if (state !== before) set({ state, healings });
    if (state.diverged) heal();
  });

  const stream = createEventStream({
    url: `${path}/events?turns=${turnsAtFirst}`,
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
      const change = read("change", message);
      for (const listener of changeListeners) listener(change);
      return;
    }
    if (message.event === "reset") {
      const { running, interrupts = [] } = read("reset", message);
      queue.flush();
      set({ state: { ...noteRunning(snapshot.state, running), interrupts, answered: {} } });
      return;
    }
    if (message.event === "queue") {
      queue.flush();
      set({ state: noteQueue(snapshot.state, read("queue", message).messages) });
      return;
    }
    if (message.event === "failed") {
      set({ failure: { code: "log", ...read("failed", message) } });
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
      const { queued } = await requestJson<{ runId: string; queued: boolean }>(
        `${origin}/api/agent`,
        jsonBody("POST", input, { prefer: "respond-async" }),
      );
      if (queued) setOutgoing(message, "queued");
      if (!stream.active) stream.wake();
    } catch (error) {
      const waits = error instanceof RequestError && waitsAfter(error);
      setOutgoing(message, waits ? "waiting" : "failed");
      if (!waits) set({ failure: failureOf(error) });
    }
  }

  /**
   * Kept by the server as it is given (H1). While another answer is being taken in, it waits a moment. Gives what is
   * wrong with it when it doesn't fit what was asked.
   */
  async function postAnswer(entry: ResumeEntry, tries = 8): Promise<string | undefined> {
    const input = runInput({
      threadId,
      runId: newId("r"),
      resume: [entry],
      own: snapshot.state.own,
      context: [],
      forwardedProps: {},
    });
    try {
      await request(`${origin}/api/agent`, jsonBody("POST", input, { prefer: "respond-async" }));
      if (!stream.active) stream.wake();
      return undefined;
    } catch (error) {
      const busy = error instanceof RequestError && isBusy(error);
      if (busy && tries > 1) {
        await new Promise((resolve) => setTimeout(resolve, busyPauseMs));
        return postAnswer(entry, tries - 1);
      }
      const { [entry.interruptId]: _, ...answered } = snapshot.state.answered;
      const misfit = error instanceof RequestError && error.code === "bad_input" ? error.message : undefined;
      set({ failure: misfit ? null : failureOf(error), state: { ...snapshot.state, answered } });
      return misfit;
    }
  }

  /** For the server to come back. What waits for a run to end waits there (R6). */
  function waitsAfter({ status }: RequestError): boolean {
    if (status === 0) stream.wake();
    return status === 0;
  }

  function sendWaiting(): void {
    const next = snapshot.state.outbox.find(({ status }) => status === "waiting");
    if (next) void post(next.message);
  }

  /** Asks something of the thread; a refusal is shown. */
  async function act(what: string, method = "POST"): Promise<void> {
    try {
      await request(`${path}${what}`, { method });
      if (!stream.active) stream.wake();
    } catch (error) {
      set({ failure: failureOf(error) });
    }
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
      set({ failure: null, state: { ...state, outbox: [...state.outbox, { message, status: "sending" }] } });
      // One after the other, so that they come to the server in the person's order.
      posted = posted.then(() => post(message));
    },

    /**
     * Says something to what an agent asks: approval, answers, or nothing at all. Gives what is wrong with it when it
     * doesn't fit what was asked.
     */
    answer(
      interruptId: string,
      answer: Pick<ResumeEntry, "status" | "payload">,
    ): Promise<string | undefined> {
      const answered = { ...snapshot.state.answered, [interruptId]: answer };
      set({ failure: null, state: { ...snapshot.state, answered } });
      return postAnswer({ interruptId, ...answer });
    },

    /** Sends a failed message again. */
    resend(id: string): void {
      const failed = snapshot.state.outbox.find(({ message }) => message.id === id);
      set({ failure: null });
      if (failed) void post(failed.message);
    },

    /** Takes back a message that hasn't started. One that has meanwhile stays. */
    discard(id: string): void {
      const outgoing = snapshot.state.outbox.find(({ message }) => message.id === id);
      set({ failure: null });
      if (outgoing?.status === "queued") void act(`/queue?message=${encodeURIComponent(id)}`, "DELETE");
      else update({ outbox: snapshot.state.outbox.filter(({ message }) => message.id !== id) });
    },

    /** Goes on with an answer that broke off, from its last finished step (R5). */
    goOn: () => act("/continue"),

    /** Resolves when the server has stopped the run (R2). */
    stop: () => act("/cancel"),

    /** Reads the turns before those that are there, where there are any (R4). */
    async loadEarlier(): Promise<void> {
      const before = snapshot.state.earlier;
      if (before === 0 || snapshot.earlier === "loading") return;
      set({ earlier: "loading" });
      try {
        const stretch = await readEarlier(path, before);
        queue.flush();
        set({ earlier: "idle", state: noteEarlier(snapshot.state, before, stretch) });
      } catch {
        // The list says so, and asks again when told to.
        set({ earlier: "failed" });
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

/** A conflict that passes: the thread has a run just now. */
function isBusy({ status, details }: RequestError): boolean {
  return status === 409 && details.reason === "busy";
}

function failureOf(error: unknown): SessionFailure {
  if (error instanceof RequestError) {
    return { message: error.message, code: error.code, errorId: error.errorId };
  }
  return { message: "Something went wrong on this page.", code: "page" };
}
