"use client";

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { hideTip, onTip, shownTip } from "./tip";

/** Pixels from what it speaks of, and from the window's edge. */
const gap = 6;
const edge = 8;

/** The page's one hint. It is for the eye: what it speaks of has a name for everybody. */
export function TipLayer() {
  const tip = useSyncExternalStore(onTip, shownTip, () => null);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tip || !box.current) return;
    const { left, top } = placed(tip.anchor.getBoundingClientRect(), box.current.getBoundingClientRect());
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  }, [tip]);
  useEffect(() => {
    const hide = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") hideTip();
    };
    const kinds = ["pointerdown", "keydown", "scroll", "resize"] as const;
    for (const kind of kinds) window.addEventListener(kind, hide, { capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, hide, { capture: true });
    };
  }, []);
  if (!tip) return null;
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-tip
      className="pointer-events-none fixed z-60 flex w-max max-w-64 items-center gap-2 rounded-md bg-ink px-2 py-1 text-canvas text-xs print:hidden forced-colors:border"
    >
      {tip.label}
    </div>
  );
}

/** Below what it speaks of, or above where there is no room; never over the window's edge. */
function placed(anchor: DOMRect, { width, height }: DOMRect): { left: number; top: number } {
  const below = anchor.bottom + gap;
  const top = below + height > window.innerHeight - edge ? anchor.top - gap - height : below;
  const centred = anchor.left + (anchor.width - width) / 2;
  return {
    left: Math.max(edge, Math.min(centred, window.innerWidth - width - edge)),
    top: Math.max(edge, top),
  };
}
