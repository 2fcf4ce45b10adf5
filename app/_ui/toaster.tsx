"use client";

import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { toasts } from "./toast";

/** Draws what `toast` says. */
export function Toaster() {
  useEffect(() => toasts.mounted(toast), []);
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-ink text-sm shadow-popup",
          description: "text-ink-muted",
          actionButton: "ml-auto shrink-0 rounded-md bg-accent px-2 py-1 font-medium text-accent-ink text-xs",
        },
      }}
    />
  );
}
