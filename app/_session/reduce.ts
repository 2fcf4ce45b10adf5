import { type Event, EventType, type Message, type Metadata } from "@ag-ui/core";
import type { Draft } from "./draft";
import type { Stretch } from "./earlier-turns";
import { MessageList } from "./message-list";
import { reduceCall } from "./reduce-call";
import { reduceRun } from "./reduce-run";
import { reduceState } from "./reduce-state";
import { reduceText } from "./reduce-text";
import type { Outgoing, SessionState } from "./session-state";

/** The session after one event. Events already seen (by `metadata.seq`) change nothing. */
export function reduce(state: SessionState, event: Event): SessionState {
  return reduceAll(state, [event]);
}

/** The session after a frame's worth of events: the same as one by one, but what they touch is copied once. */
export function reduceAll(state: SessionState, events: readonly Event[]): SessionState {
  const draft: Draft = { ...state, messages: new MessageList(state.messages) };
  let changed = false;
  for (const event of events) changed = take(draft, event) || changed;
  return changed ? { ...draft, messages: draft.messages.done() } : state;
}

export function seqOf(metadata: Metadata | undefined): number | undefined {
  return typeof metadata?.seq === "number" ? metadata.seq : undefined;
}

function earlierOf(metadata: Metadata | undefined): number {
  return typeof metadata?.earlier === "number" ? metadata.earlier : 0;
}

/** The turns before those that are there, as they were asked for; an answer to what is no question any more is left. */
export function noteEarlier(
  state: SessionState,
  before: number,
  { messages, earlier }: Stretch,
): SessionState {
  if (state.earlier !== before) return state;
  return { ...state, messages: [...messages, ...state.messages], earlier };
}

/** Whether the event was news. */
function take(draft: Draft, event: Event): boolean {
  const seq = seqOf(event.metadata);
  if (event.type === EventType.MESSAGES_SNAPSHOT) {
    restart(draft, event.messages, earlierOf(event.metadata));
    return true;
  }
  // The state's snapshot follows the messages' one, and carries its number: of an empty thread it is 0.
  const belongs = event.type === EventType.STATE_SNAPSHOT && seq === draft.seq;
  if (seq !== undefined && seq <= draft.seq && !belongs) return false;
  if (seq !== undefined) draft.seq = seq;
  reduceText(draft, event);
  reduceCall(draft, event);
  reduceRun(draft, event);
  reduceState(draft, event);
  return true;
}

/**
 * The stored conversation takes the place of all that was seen; a running run's events follow it (R4). Whether one runs,
 * the stream says by itself (`noteRunning`). Earlier turns that were asked for stay: what is folded never changes.
 */
function restart(draft: Draft, told: readonly Message[], earlier: number): void {
  const known = new Set(told.map(({ id }) => id));
  const kept = earlier > 0 ? draft.messages.before(told[0]?.id ?? "") : [];
  Object.assign(draft, {
    messages: new MessageList([...kept, ...told]),
    earlier: earlier - kept.length,
    writing: [],
    calls: [],
    outbox: draft.outbox.filter(({ message }) => !known.has(message.id)),
    // Who is cut off before the state's snapshot has come must start again.
    seq: 0,
    diverged: false,
    loaded: true,
  } satisfies Partial<Draft>);
}

/** What a stream that starts over says of the run: it may have begun or ended while nobody listened. */
export function noteRunning(state: SessionState, running: boolean): SessionState {
  if ((state.run?.status === "running") === running) return state;
  return running
    ? { ...state, run: { id: "", status: "running" } }
    : { ...state, run: null, calls: [], writing: [] };
}

/** What waits on the server for the run to end (R6): sent from here or from another page. */
export function noteQueue(
  state: SessionState,
  waiting: readonly { id: string; content: string }[],
): SessionState {
  const ids = new Set(waiting.map(({ id }) => id));
  const others = state.outbox.filter(({ message, status }) => status !== "queued" && !ids.has(message.id));
  const queued = waiting.map(
    ({ id, content }): Outgoing => ({ message: { id, role: "user", content }, status: "queued" }),
  );
  return { ...state, outbox: [...others, ...queued] };
}
