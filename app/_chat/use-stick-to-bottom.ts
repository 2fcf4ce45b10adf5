import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Nearer than this to the end counts as being there, in pixels. */
const nearPx = 32;

/** Keeps a scroller at its end while what it holds grows, until the person scrolls up. */
export function useStickToBottom(): {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
  stuck: boolean;
  jump: () => void;
} {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const wanted = useRef(true);
  const [stuck, setStuck] = useState(true);

  const jump = useCallback(() => {
    wanted.current = true;
    setStuck(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    let lastTop = box.scrollTop;
    const onScroll = () => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
      // Only going up lets go: growing content moves the end away, too.
      if (atEnd) wanted.current = true;
      else if (box.scrollTop < lastTop) wanted.current = false;
      lastTop = box.scrollTop;
      setStuck(wanted.current);
    };
    const follow = new ResizeObserver(() => {
      if (wanted.current) box.scrollTop = box.scrollHeight;
    });
    follow.observe(inner);
    follow.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      follow.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, []);

  return { scroller, content, stuck, jump };
}
