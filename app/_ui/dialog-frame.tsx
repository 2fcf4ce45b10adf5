"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { cx } from "./class-names";
import type { DialogProps } from "./dialog-props";
import { IconButton } from "./icon-button";

const widths = { small: "max-w-md", wide: "max-w-2xl", large: "max-w-5xl" };

/** A modal question or form. Escape and the backdrop close it. */
export function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  size = "small",
  children,
  footer,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={() => firstControl(body.current) ?? firstControl(foot.current) ?? true}
          className={cx(
            "fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-32px)] -translate-x-1/2 flex-col rounded-xl border bg-raised shadow-popup outline-none",
            "transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
            widths[size],
          )}
        >
          <header className="flex items-start gap-3 py-3 pr-3 pl-5">
            <div className="min-w-0 flex-1 pt-1">
              <Base.Title className="font-semibold text-base">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-muted text-sm">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              render={
                <IconButton label="Close">
                  <X />
                </IconButton>
              }
            />
          </header>
          {children && (
            <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">
              {children}
            </div>
          )}
          {footer && (
            <footer ref={foot} className="flex justify-end gap-2 border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What one came for has the focus, not the way out. */
function firstControl(part: HTMLElement | null): HTMLElement | null {
  return part?.querySelector<HTMLElement>("input, textarea, select, button, a[href], [tabindex='0']") ?? null;
}
