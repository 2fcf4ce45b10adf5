import type { AGUIEvent } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";

/** An event with its place in the thread's log. `payload` is the event as sent, its seq in the metadata. */
export type StoredEvent = { seq: number; runId: string; type: string; payload: AGUIEvent };

/** The event with its sequence number where every client can read it (R4). */
export function stampSeq(event: AGUIEvent, seq: number): AGUIEvent {
  return { ...event, metadata: { ...event.metadata, seq } };
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

/** The event as a JSON column takes it. Lone surrogates and NUL are no text for PostgreSQL. */
export function eventColumn(event: AGUIEvent): JsonObject {
  const text = JSON.stringify(event);
  const clean = text.includes("\\u") ? text.replace(/\\u0000|\\ud[89a-f][0-9a-f]{2}/g, "\\ufffd") : text;
  return JSON.parse(clean) as JsonObject;
}

/** Whether the run is over with this event. */
export function isTerminal(event: { type: string }): boolean {
  return event.type === "RUN_FINISHED" || event.type === "RUN_ERROR";
}
