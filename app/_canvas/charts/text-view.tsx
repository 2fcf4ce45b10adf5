"use client";

import { lazy, Suspense } from "react";
import { Loading } from "@/app/_canvas/charts/faces";

const Markdown = lazy(() => import("@/app/_canvas/charts/markdown"));

export function TextView({ text }: { text: string }) {
  if (!text.trim())
    return <p className="text-ink-faint text-sm">An empty text. Edit it to write something.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
    <section tabIndex={0} aria-label="Text" className="size-full overflow-auto">
      <Suspense fallback={<Loading kind="text" />}>
        <Markdown text={text} />
      </Suspense>
    </section>
  );
}
