import { type RefObject, useEffect, useState } from "react";

/** As long as the pulse takes; a card that is drawn anew later doesn't pulse again. */
const pulseMs = 2_000;

/**
 * Brings the first widget pointed out into sight, if it isn't; again with each new `seq`, once it is there. Says whether
 * they are being pointed out now.
 */
export function usePointedOut(
  scroller: RefObject<HTMLElement | null>,
  widgets: ReadonlySet<string>,
  seq: number,
) {
  const ids = [...widgets].join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new seq points the same widgets out again.
  useEffect(() => {
    const [first] = ids.split(" ");
    if (!first) return;
    // A new widget's place is known only once the grid has laid it out.
    const frame = requestAnimationFrame(() => {
      const card = scroller.current?.querySelector(`[data-widget="${CSS.escape(first)}"]`);
      card?.scrollIntoView({ block: "nearest", behavior: reducesMotion() ? "auto" : "smooth" });
    });
    const timer = setTimeout(() => setDone(`${seq} ${ids}`), pulseMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ids, seq, scroller]);
  return done !== `${seq} ${ids}`;
}

const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
