import type { ReactNode } from "react";

/** What is said of which element. */
export type Tip = { anchor: HTMLElement; label: ReactNode };

let shown: Tip | null = null;
let waiting: { anchor: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined;
let hiddenAt = 0;
const listeners = new Set<() => void>();
/** Who goes from one button to the next doesn't wait again. */
const togetherMs = 300;

function set(tip: Tip | null): void {
  if (shown && !tip) hiddenAt = Date.now();
  shown = tip;
  for (const listener of listeners) listener();
}

export const shownTip = () => shown;

export function onTip(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showTip(tip: Tip, delayMs: number): void {
  clearTimeout(waiting?.timer);
  const follows = shown !== null || Date.now() - hiddenAt < togetherMs;
  const timer = setTimeout(
    () => {
      waiting = undefined;
      if (tip.anchor.isConnected) set(tip);
    },
    follows ? 0 : delayMs,
  );
  waiting = { anchor: tip.anchor, timer };
}

/** Without an element, whatever is shown. */
export function hideTip(anchor?: HTMLElement | null): void {
  if (anchor === null) return;
  if (!anchor || waiting?.anchor === anchor) {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  }
  if (shown && (!anchor || shown.anchor === anchor)) set(null);
}
