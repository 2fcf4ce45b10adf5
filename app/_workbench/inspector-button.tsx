"use client";

import { Bug } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "@/app/_ui/icon-button";

const Inspector = lazy(async () => ({ default: (await import("@/app/_inspector/inspector")).Inspector }));

/** Opens the inspector, in development (C10). */
export function InspectorButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Inspector" active={open} onClick={() => setOpen(!open)}>
        <Bug />
      </IconButton>
      {open && (
        <Suspense>
          <Inspector onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
