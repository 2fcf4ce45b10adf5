import { useSyncExternalStore } from "react";

/** A call that somebody asked to be shown; another object each time they ask. Its card notes that it has been. */
type AskedCall = { id: string; shown: boolean };

let asked: AskedCall | null = null;
const listeners = new Set<() => void>();

function read(): void {
  const [, id] = /^#call-(.+)$/.exec(window.location.hash) ?? [];
  asked = id === undefined ? null : { id: decodeURIComponent(id), shown: false };
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    read();
    window.addEventListener("hashchange", read);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("hashchange", read);
  };
}

/** The call that the address names (`#call-…`): so the log leads to it, in this conversation and from another. */
export function useAskedCall(): AskedCall | null {
  return useSyncExternalStore(
    listen,
    () => asked,
    () => null,
  );
}
