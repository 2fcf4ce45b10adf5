"use client";

import { FlaskConical, MessagesSquare, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useSession } from "@/app/_session";
import { cx } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { IconButton } from "@/app/_ui/icon-button";
import { Skeleton } from "@/app/_ui/skeleton";
import { Spinner } from "@/app/_ui/spinner";
import { TextInput } from "@/app/_ui/text-input";
import { newId } from "@/lib/shared/id";
import type { ThreadSummary } from "@/lib/threads/schema";
import { saveAsScenario } from "./save-scenario";
import { TitleField } from "./thread-title";
import { useThreadEdits, useThreads } from "./use-threads";
import { whenOf } from "./when";

/** Fewer are found by looking. */
const searchFrom = 5;

/** All conversations: open, rename, delete, begin one. */
export default function ThreadList({
  onClose,
  onRemove,
}: {
  onClose: () => void;
  onRemove: (thread: ThreadSummary) => void;
}) {
  const { threadId, messages } = useSession();
  const { data: threads, isPending, error, refetch } = useThreads();
  const [search, setSearch] = useState("");
  const found = threads?.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      {(threads?.length ?? 0) > searchFrom && (
        <div className="border-b p-1.5">
          <TextInput
            aria-label="Search conversations"
            placeholder="Search conversations…"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <ul className="max-h-[60vh] overflow-y-auto p-1">
        {isPending &&
          [1, 2, 3].map((row) => (
            <li key={row} className="p-1">
              <Skeleton className="h-8" />
            </li>
          ))}
        {error && (
          <li>
            <ErrorState compact title="The conversations can’t be read" onRetry={() => void refetch()}>
              {error.message}
            </ErrorState>
          </li>
        )}
        {found?.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            current={thread.id === threadId}
            onOpen={onClose}
            onRemove={() => onRemove(thread)}
          />
        ))}
        {threads && threads.length > 0 && found?.length === 0 && (
          <li className="px-2 py-1.5 text-ink-muted">Nothing by that name.</li>
        )}
        {threads?.length === 0 && (
          <li>
            <EmptyState icon={<MessagesSquare />} title="No conversations yet">
              Your first message starts one.
            </EmptyState>
          </li>
        )}
      </ul>
      <div className="border-t p-1">
        <Link
          href={`/threads/${newId("t")}`}
          prefetch={false}
          onClick={onClose}
          className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover"
        >
          <Plus className="size-4 text-ink-muted" aria-hidden="true" />
          New conversation
        </Link>
        {messages.length > 0 && (
          <button
            type="button"
            onClick={() => {
              onClose();
              void saveAsScenario(threadId);
            }}
            className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
          >
            <FlaskConical className="size-4 text-ink-muted" aria-hidden="true" />
            Save as scenario
          </button>
        )}
      </div>
    </>
  );
}

function ThreadRow({
  thread,
  current,
  onOpen,
  onRemove,
}: {
  thread: ThreadSummary;
  current: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const [editing, setEditing] = useState(false);
  const { rename } = useThreadEdits();
  if (editing) {
    return (
      <li className="flex h-9 items-center px-1 [&>input]:w-full">
        <TitleField
          title={thread.title}
          onDone={(title) => {
            setEditing(false);
            if (title !== "" && title !== thread.title) rename.mutate({ id: thread.id, title });
          }}
        />
      </li>
    );
  }
  return (
    <li
      className={cx("group/row flex h-9 items-center rounded-md pr-1 hover:bg-hover", current && "bg-hover")}
    >
      <Link
        href={`/threads/${thread.id}`}
        prefetch={false}
        onClick={onOpen}
        aria-current={current ? "page" : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2"
      >
        {thread.running && <Spinner label="Running" className="text-agent" />}
        <span className="min-w-0 flex-1 truncate">{thread.title}</span>
        <span className="shrink-0 text-ink-faint text-xs group-focus-within/row:hidden group-hover/row:hidden">
          {whenOf(new Date(thread.updatedAt), new Date())}
        </span>
      </Link>
      <span className="sr-only gap-0.5 group-focus-within/row:not-sr-only group-focus-within/row:flex group-hover/row:not-sr-only group-hover/row:flex [@media(hover:none)]:not-sr-only [@media(hover:none)]:flex">
        <IconButton label={`Rename “${thread.title}”`} size="sm" onClick={() => setEditing(true)}>
          <Pencil />
        </IconButton>
        <IconButton label={`Delete “${thread.title}”`} size="sm" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </span>
    </li>
  );
}
