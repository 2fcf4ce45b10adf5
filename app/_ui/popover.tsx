"use client";

import { type ReactNode, Suspense, useState } from "react";
import { onDemand } from "./on-demand";
import { type PopupTrigger, usePopupTrigger } from "./popup-trigger";

const PopoverPopup = onDemand(async () => (await import("./popover-popup")).PopoverPopup);

/** A small panel at a button: lists and forms that a menu can't hold. */
export function Popover({
  trigger,
  label,
  open: given,
  onOpenChange,
  align = "start",
  className,
  children,
}: {
  trigger: PopupTrigger;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}) {
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  const change = onOpenChange ?? setOwn;
  const [button, popup] = usePopupTrigger({
    trigger,
    kind: "dialog",
    open,
    onOpenChange: change,
    load: PopoverPopup.preload,
  });
  return (
    <>
      {button}
      {popup.wanted && (
        <Suspense>
          <PopoverPopup popup={popup} {...{ label, align, className }} onOpenChange={change}>
            {children}
          </PopoverPopup>
        </Suspense>
      )}
    </>
  );
}
