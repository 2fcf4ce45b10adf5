import { type Event, EventType } from "@ag-ui/core";

const known: ReadonlySet<string> = new Set(Object.values(EventType));

/** An AG-UI event as the thread's own server sent it, or undefined for what this page doesn't know. */
export function parseEvent(data: string): Event | undefined {
  const value: unknown = JSON.parse(data);
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  return typeof value.type === "string" && known.has(value.type) ? (value as Event) : undefined;
}
