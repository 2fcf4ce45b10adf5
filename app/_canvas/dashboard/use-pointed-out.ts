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
): boolean {
  const [done, setDone] = useState("");
  const [doneSeq, ...seen] = done.split(" ");
  // One of them that has been deleted since is no news of the others.
  const isOld = (id: string) => doneSeq === String(seq) && seen.includes(id);
  const isNews = ![...widgets].every(isOld);
  const turn = isNews ? [seq, ...widgets].join(" ") : "";
  useEffect(() => {
    const [, first] = turn.split(" ");
    if (!first) return;
    // A board that has only just opened draws no cards before the grid knows its width.
    let frame = requestAnimationFrame(function look() {
      const card = scroller.current?.querySelector(`[data-widget="${CSS.escape(first)}"]`);
      if (card) card.scrollIntoView({ block: "nearest", behavior: reducesMotion() ? "auto" : "smooth" });
      else frame = requestAnimationFrame(look);
    });
    const timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      setDone(turn);
    }, pulseMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [turn, scroller]);
  return isNews;
}

const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
