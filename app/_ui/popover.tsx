"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./class-names";

/** A small panel at a button: lists and forms that a menu can't hold. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = "start",
  className,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50">
          <Base.Popup
            aria-label={label}
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
