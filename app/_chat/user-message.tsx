"use client";

import { Pencil, RotateCcw, X } from "lucide-react";
import { useSessionError, useSessionObject, useSessionStatus, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { useFillComposer } from "./composer-fill";
import { CopyButton } from "./copy-button";

/** What the person said, and how it is on its way. */
export function UserMessage({ id, text }: { id: string; text: string }) {
  const status = useSnapshot(({ state }) => state.outbox.find(({ message }) => message.id === id)?.status);
  const fill = useFillComposer();
  return (
    <div className="group/user flex flex-col items-end gap-1">
      <h3 className="sr-only">You</h3>
      <div className="flex max-w-full items-center gap-1">
        <span className="flex shrink-0 opacity-0 transition-opacity duration-100 group-focus-within/user:opacity-100 group-hover/user:opacity-100 [@media(hover:none)]:hidden">
          <CopyButton label="Copy message" text={text} />
          <IconButton label="Edit and send again" size="sm" onClick={() => fill(text)}>
            <Pencil />
          </IconButton>
        </span>
        <p className="min-w-0 whitespace-pre-wrap break-words rounded-xl rounded-br-sm border bg-raised px-3 py-2 text-base">
          {text}
        </p>
      </div>
      {(status === "queued" || status === "waiting") && <Waiting id={id} />}
      {status === "failed" && <NotSent id={id} />}
    </div>
  );
}

function Waiting({ id }: { id: string }) {
  const session = useSessionObject();
  const running = useSessionStatus() === "running";
  return (
    <p className="flex items-center gap-1 text-ink-faint text-xs">
      {running ? "Sent when this run ends" : "Sent when the server can be reached"}
      <IconButton label="Take back" size="sm" onClick={() => session.discard(id)}>
        <X />
      </IconButton>
    </p>
  );
}

function NotSent({ id }: { id: string }) {
  const session = useSessionObject();
  const error = useSessionError();
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-xs">
      <p className="text-danger">Not sent. {error?.message}</p>
      <Button size="sm" onClick={() => session.resend(id)}>
        <RotateCcw className="size-3" aria-hidden="true" />
        Try again
      </Button>
      <Button size="sm" variant="ghost" onClick={() => session.discard(id)}>
        Discard
      </Button>
    </div>
  );
}
