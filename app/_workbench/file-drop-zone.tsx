"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useUploads } from "@/app/_chat/uploads/uploads-provider";

/** The whole window takes files (C8). By keyboard, the composer's "Add a file" does the same. */
export function FileDropZone({ children }: { children: ReactNode }) {
  const { upload } = useUploads();
  const [over, setOver] = useState(false);
  // Entering a child leaves its parent: only as many leaves as enters mean the files are gone.
  const depth = useRef(0);
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

  function enter(event: DragEvent, by: 1 | -1) {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on, beside a button that does the same
    <div
      className="flex h-dvh flex-col overflow-hidden"
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => {
        if (holdsFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        upload([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-scrim p-6">
          <div className="flex items-center gap-3 rounded-xl border-2 border-accent border-dashed bg-raised px-8 py-6">
            <FileUp className="size-5 text-accent" aria-hidden="true" />
            <p className="font-medium text-base">Drop CSV, TSV, JSON or Parquet to make tables</p>
          </div>
        </div>
      )}
    </div>
  );
}
