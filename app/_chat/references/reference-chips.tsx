"use client";

import { X } from "lucide-react";
import type { Reference } from "@/lib/workspace/references";
import { ReferenceIcon } from "./reference-icon";

/** What the next message refers to; each can be taken out. */
export function ReferenceChips({
  references,
  onRemove,
}: {
  references: readonly Reference[];
  onRemove: (reference: Reference) => void;
}) {
  if (references.length === 0) return null;
  return (
    <ul aria-label="Referred to" className="flex flex-wrap gap-1 px-2 pt-2">
      {references.map((reference) => (
        <li
          key={`${reference.kind} ${reference.id}`}
          className="flex h-6 max-w-60 items-center gap-1 rounded-md border bg-surface pl-1.5 text-xs"
        >
          <ReferenceIcon kind={reference.kind} />
          <span className="min-w-0 truncate">{reference.title}</span>
          <button
            type="button"
            aria-label={`Don’t refer to ${reference.title}`}
            onClick={() => onRemove(reference)}
            className="grid size-5 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X className="size-3" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
