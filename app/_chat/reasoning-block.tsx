"use client";

import { ChevronRight } from "lucide-react";
import { useSnapshot } from "@/app/_session";
import { Disclosure } from "@/app/_ui/disclosure";

/** What a model thought on the way, folded away. */
export function ReasoningBlock({ id, text }: { id: string; text: string }) {
  const thinking = useSnapshot(({ state }) => state.writing.includes(id));
  return (
    <Disclosure
      className="group/reasoning"
      headClassName="flex items-center gap-1 rounded-sm text-ink-faint text-xs hover:text-ink-muted"
      head={
        <>
          <ChevronRight
            className="size-3 transition-transform duration-100 group-data-open/reasoning:rotate-90"
            aria-hidden="true"
          />
          {thinking ? "Thinking…" : "Thoughts"}
        </>
      }
    >
      <p className="mt-1 max-h-64 overflow-y-auto whitespace-pre-wrap border-line border-l-2 pl-3 text-ink-muted text-xs">
        {text}
      </p>
    </Disclosure>
  );
}
