import type { AGUIEvent } from "@ag-ui/core";

/** A piece of text or arguments: the only events that may wait for others and be joined with them. */
type Delta = Extract<
  AGUIEvent,
  { type: "TEXT_MESSAGE_CONTENT" | "TOOL_CALL_ARGS" | "REASONING_MESSAGE_CONTENT" }
>;

export function isDelta(event: AGUIEvent): event is Delta {
  return (
    event.type === "TEXT_MESSAGE_CONTENT" ||
    event.type === "TOOL_CALL_ARGS" ||
    event.type === "REASONING_MESSAGE_CONTENT"
  );
}

/** What a delta adds to. */
export function deltaTarget(delta: Delta): string {
  return `${delta.type} ${delta.type === "TOOL_CALL_ARGS" ? delta.toolCallId : delta.messageId}`;
}

/**
 * Events of one run that wait for the next commit. Deltas of the same message or call are joined as long as nothing
 * structural came between: pieces of different messages commute, so that two delegates at once still join well.
 */
export class JoinedEvents {
  private events: AGUIEvent[] = [];
  /** Where each target's delta stands among the events since the last structural one. */
  private open = new Map<string, number>();

  get size(): number {
    return this.events.length;
  }

  append(event: AGUIEvent): void {
    if (!isDelta(event)) {
      this.open.clear();
      this.events.push(event);
      return;
    }
    const target = deltaTarget(event);
    const at = this.open.get(target);
    const before = at === undefined ? undefined : this.events[at];
    if (at !== undefined && before && isDelta(before)) {
      this.events[at] = { ...before, ...event, delta: before.delta + event.delta };
      return;
    }
    this.open.set(target, this.events.length);
    this.events.push(event);
  }

  /** All of them, in order; afterwards there are none. */
  take(): AGUIEvent[] {
    const events = this.events;
    this.events = [];
    this.open = new Map();
    return events;
  }
}

/** A stored stretch with consecutive deltas of one target joined, each under its last seq: a cursor can stop between any two (R4). */
export function compact<T extends { seq: number; payload: AGUIEvent }>(events: readonly T[]): T[] {
  const joined: T[] = [];
  for (const event of events) {
    const before = joined.at(-1);
    if (
      before &&
      isDelta(before.payload) &&
      isDelta(event.payload) &&
      deltaTarget(before.payload) === deltaTarget(event.payload)
    ) {
      const delta = before.payload.delta + event.payload.delta;
      joined[joined.length - 1] = { ...event, payload: { ...event.payload, delta } };
    } else joined.push(event);
  }
  return joined;
}
