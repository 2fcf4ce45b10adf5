"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Citation as Target } from "./safe-link";

/** Opens something on the canvas by the page's address, without asking the server for the page again. */
export function CanvasLink({ target, children }: { target: Target; children: ReactNode }) {
  const href = canvasAddress(target);
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openOnCanvas(target);
      }}
      className="inline-flex shrink-0 items-center gap-0.5 rounded-sm text-accent text-xs hover:underline"
    >
      {children}
      <ArrowUpRight className="size-3" aria-hidden="true" />
    </a>
  );
}

export function openOnCanvas(target: Target): void {
  window.history.pushState(null, "", canvasAddress(target));
}

export function canvasAddress({ kind, id, widget }: Target): string {
  return `?${new URLSearchParams({ [kind]: id, ...(widget && { widget }) })}`;
}
