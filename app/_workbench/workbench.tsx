"use client";

import { useEffect } from "react";
import { UploadsProvider } from "@/app/_chat/uploads/uploads-provider";
import { SessionProvider } from "@/app/_session";
import { FileDropZone } from "./file-drop-zone";
import { Header } from "./header";
import { Panels } from "./panels";
import { remember } from "./remember";

/** One conversation: chat beside canvas. */
export function Workbench({
  threadId,
  chatWidth,
}: {
  threadId: string;
  /** Pixels, as this browser last had it. */
  chatWidth: number;
}) {
  useEffect(() => remember("kaboo_thread", threadId), [threadId]);
  return (
    <SessionProvider threadId={threadId}>
      <UploadsProvider>
        <FileDropZone>
          <Header />
          <Panels chatWidth={chatWidth} />
        </FileDropZone>
      </UploadsProvider>
    </SessionProvider>
  );
}
