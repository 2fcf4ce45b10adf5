"use client";

import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import { hideTip, showTip } from "./tip";

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
};

/** A hint on hover and focus, drawn by the page's one `TipLayer`. What has it still needs a name of its own. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement<Handlers> }) {
  const { props } = children;
  const shown = useRef<HTMLElement>(null);
  // What goes away takes its hint along.
  useEffect(() => () => hideTip(shown.current), []);
  const show = (anchor: HTMLElement, delayMs: number) => {
    shown.current = anchor;
    showTip({ anchor, label }, delayMs);
  };
  return cloneElement(children, {
    onPointerEnter(event) {
      props.onPointerEnter?.(event);
      if (event.pointerType === "mouse") show(event.currentTarget, 400);
    },
    onPointerLeave(event) {
      props.onPointerLeave?.(event);
      hideTip(event.currentTarget);
    },
    onFocus(event) {
      props.onFocus?.(event);
      if (event.target === event.currentTarget && event.currentTarget.matches(":focus-visible"))
        show(event.currentTarget, 0);
    },
    onBlur(event) {
      props.onBlur?.(event);
      hideTip(event.currentTarget);
    },
  });
}
