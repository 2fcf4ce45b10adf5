import { type RefObject, useEffect } from "react";

/** Wheel, touch and keys are a person's; the page's own scrolling is not. */
export function useTouches(scroller: RefObject<HTMLElement | null>, onTouch: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const options = { passive: true };
    element.addEventListener("wheel", onTouch, options);
    element.addEventListener("touchmove", onTouch, options);
    return () => {
      element.removeEventListener("wheel", onTouch);
      element.removeEventListener("touchmove", onTouch);
    };
  }, [scroller, onTouch]);
}
