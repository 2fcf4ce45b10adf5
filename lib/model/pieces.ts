import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";

/** The text in `count` pieces of about the same length, fewer when it is short; never splits a character. */
export function cutIntoPieces(text: string, count: number): string[] {
  const characters = Array.from(text);
  const pieces = Math.max(1, Math.min(count, characters.length));
  return Array.from({ length: pieces }, (_, index) =>
    characters
      .slice(
        Math.round((index * characters.length) / pieces),
        Math.round(((index + 1) * characters.length) / pieces),
      )
      .join(""),
  );
}

/** Waits for the next turn of the event loop (L6), or for `delayMs`. Throws an AbortError when stopped. */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw aborted(signal);
  try {
    if (delayMs > 0) await after(delayMs, undefined, signal ? { signal } : {});
    else await nextTurn();
  } catch (error) {
    throw signal?.aborted ? aborted(signal) : error;
  }
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal): unknown {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Stopped.", "AbortError");
}
