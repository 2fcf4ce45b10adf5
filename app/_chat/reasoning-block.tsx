"use client";

import { Collapsible } from "@base-ui/react/collapsible";
import { ChevronRight } from "lucide-react";
import { useSnapshot } from "@/app/_session";

/** What a model thought on the way, folded away. */
export function ReasoningBlock({ id, text }: { id: string; text: string }) {
  const thinking = useSnapshot(({ state }) => state.writing.includes(id));
  return (
    <Collapsible.Root className="group/reasoning">
      <Collapsible.Trigger className="flex items-center gap-1 rounded-sm text-ink-faint text-xs hover:text-ink-muted">
        <ChevronRight
          className="size-3 transition-transform duration-100 group-data-open/reasoning:rotate-90"
          aria-hidden="true"
        />
        {thinking ? "Thinking…" : "Thoughts"}
      </Collapsible.Trigger>
      <Collapsible.Panel>
        <p className="mt-1 max-h-64 overflow-y-auto whitespace-pre-wrap border-line border-l-2 pl-3 text-ink-muted text-xs">
          {text}
        </p>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
