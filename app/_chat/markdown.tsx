"use client";

import { lazy, Suspense } from "react";

const MarkdownBody = lazy(() => import("./markdown-body"));

/** Loads the Markdown reader before it is needed. */
export function preloadMarkdown(): void {
  void import("./markdown-body");
}

/** Text from a model. Shown as it is until the Markdown reader is there. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap break-words text-base">{text}</p>}>
      <MarkdownBody text={text} streaming={streaming} />
    </Suspense>
  );
}
