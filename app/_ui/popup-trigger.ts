"use client";

import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from "react";

/** The button that opens a popup. */
export type PopupTrigger = ReactElement<Record<string, unknown>>;

export type PopupState = {
  open: boolean;
  /** Whether it has been open: from then on it stays, to close as gently as it opened. */
  wanted: boolean;
  byKeyboard: boolean;
  anchor: RefObject<HTMLElement | null>;
};

/**
 * Makes a button open a popup whose code is loaded when the person is about to need it: at the latest when they press.
 * Until then the page has the button alone (P7).
 */
export function usePopupTrigger({
  trigger,
  kind,
  open,
  onOpenChange,
  load,
}: {
  trigger: PopupTrigger;
  kind: "menu" | "dialog";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  load: () => unknown;
}): [ReactElement, PopupState] {
  const anchor = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState(open);
  const [byKeyboard, setByKeyboard] = useState(false);
  if (open && !wanted) setWanted(true);

  function toggle(keyboard: boolean) {
    setByKeyboard(keyboard);
    onOpenChange(!open);
  }
  const button = cloneElement(trigger, {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "data-popup-open": open ? "" : undefined,
    onPointerEnter: load,
    onFocus: load,
    // A press by keyboard has no clicks to count.
    onClick: ({ detail }: MouseEvent) => toggle(detail === 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || open || event.key !== "ArrowDown") return;
      event.preventDefault();
      toggle(true);
    },
  });
  return [button, { open, wanted, byKeyboard, anchor }];
}
