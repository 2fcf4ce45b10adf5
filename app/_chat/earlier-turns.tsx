"use client";

import { useSessionObject, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";

/** The height that is kept free for it above the turns. */
export const earlierPx = 40;

/** Stands above the turns that are there while more come before them: they come as one scrolls up. */
export function EarlierTurns() {
  const session = useSessionObject();
  const status = useSnapshot(({ earlier }) => earlier);
  return (
    <div
      role={status === "failed" ? "alert" : "status"}
      className="absolute inset-x-0 top-0 flex items-center justify-center gap-2 text-ink-faint text-xs"
      style={{ height: earlierPx }}
    >
      {status === "loading" && "Loading earlier messages…"}
      {status === "failed" && "Earlier messages could not be loaded."}
      {status !== "loading" && (
        <Button size="sm" variant="ghost" onClick={() => void session.loadEarlier()}>
          {status === "failed" ? "Try again" : "Show earlier messages"}
        </Button>
      )}
    </div>
  );
}
