"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import type { PopupState } from "./popup-trigger";

/** The open panel of a popover: what its button loads when it is about to be pressed. */
export function PopoverPopup({
  popup: { open, anchor },
  label,
  align,
  className,
  onOpenChange,
  children,
}: {
  popup: PopupState;
  label: string;
  align: "start" | "center" | "end";
  className: string | undefined;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the button closes it by its click; closed by the press before, that click would open it again.
        if (!next && event.target instanceof Node && anchor.current?.contains(event.target)) return;
        onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={4} className="z-50">
          <Base.Popup
            aria-label={label}
            finalFocus={anchor}
            className={cx(
              "rounded-lg bg-raised text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
