import { useSyncExternalStore } from "react";

const versions = new Map<string, number>();
const listeners = new Set<() => void>();

/** The newest version of a dashboard this tab has heard of: from an effect, another tab, or its own edit. */
export function noteVersion(id: string, version: number): void {
  if ((versions.get(id) ?? 0) >= version) return;
  versions.set(id, version);
  for (const listener of listeners) listener();
}

export function useKnownVersion(id: string): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => versions.get(id) ?? 0,
    () => 0,
  );
}
