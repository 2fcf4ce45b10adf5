"use client";

import { useEffect, useRef, useState } from "react";
import { useSession } from "@/app/_session";
import { Tooltip } from "@/app/_ui/tooltip";
import { useThreadEdits, useThreads } from "./use-threads";

/** The conversation's title; a click renames it. */
export function ThreadTitle() {
  const { threadId } = useSession();
  const { data: threads } = useThreads();
  const { rename } = useThreadEdits();
  const [editing, setEditing] = useState(false);
  const saved = threads?.find(({ id }) => id === threadId)?.title;
  const pending = rename.isPending ? rename.variables.title : undefined;
  const title = pending ?? saved;
  useEffect(() => {
    document.title = title ? `${title} · Kaboo Canvas` : "Kaboo Canvas";
  }, [title]);

  if (title === undefined) return <span className="truncate px-1.5 text-ink-muted">New conversation</span>;
  if (editing) {
    return (
      <TitleField
        title={title}
        onDone={(next) => {
          setEditing(false);
          if (next !== title && next !== "") rename.mutate({ id: threadId, title: next });
        }}
      />
    );
  }
  return (
    <Tooltip label="Rename">
      <button
        type="button"
        aria-label={`Rename “${title}”`}
        onClick={() => setEditing(true)}
        className="h-7 min-w-0 max-w-96 truncate rounded-md px-1.5 text-left font-medium hover:bg-hover"
      >
        {title}
      </button>
    </Tooltip>
  );
}

/** Enter and leaving keep the new title, Escape the old one. */
export function TitleField({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      aria-label="Title"
      defaultValue={title}
      maxLength={200}
      onBlur={(event) => onDone(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") {
          event.stopPropagation();
          event.currentTarget.value = title;
          event.currentTarget.blur();
        }
      }}
      className="h-7 w-72 min-w-0 rounded-md border border-line-strong bg-raised px-1.5 font-medium text-sm"
    />
  );
}
