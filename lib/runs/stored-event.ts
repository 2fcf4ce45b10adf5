import type { AGUIEvent } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";

/** An event with its place in the thread's log. `payload` is the event as sent, its seq in the metadata. */
export type StoredEvent = { seq: number; runId: string; type: string; payload: AGUIEvent };

/** The event with its sequence number where every client can read it (R4), and only text that every database can hold. */
export function stampSeq(event: AGUIEvent, seq: number): AGUIEvent {
  return storable({ ...event, metadata: { ...event.metadata, seq } });
}

/** NUL and lone surrogates are no text for PostgreSQL; what is shown in their place is what is sent, too. */
export function storable(event: AGUIEvent): AGUIEvent {
  const text = JSON.stringify(event);
  if (!text.includes("\\u")) return event;
  const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
  return JSON.parse(text.replace(unstorable, "$1\\ufffd")) as AGUIEvent;
}

/** The event as a JSON column takes it. */
export function eventColumn(event: AGUIEvent): JsonObject {
  return event as unknown as JsonObject;
}

/** An event read back from the log: what was stored was one. */
export function parseStoredEvent(row: {
  seq: number;
  runId: string;
  type: string;
  payload: unknown;
}): StoredEvent {
  return { seq: row.seq, runId: row.runId, type: row.type, payload: row.payload as AGUIEvent };
}

/** Whether the run is over with this event. */
export function isTerminal(event: { type: string }): boolean {
  return event.type === "RUN_FINISHED" || event.type === "RUN_ERROR";
}
