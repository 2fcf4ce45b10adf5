"use client";

import { Check, Copy, RotateCcw, X } from "lucide-react";
import { memo, useState } from "react";
import { entryAgent, useSessionObject, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { agentName } from "./agent-name";
import { type Turn, textOf } from "./conversation";
import { PartList } from "./part-list";

/** A person's message and what answered it. */
export const TurnView = memo(function TurnView({ turn, running }: { turn: Turn; running: boolean }) {
  const answer = turn.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
  return (
    <article className="space-y-3 py-3" aria-label={turn.user ? "Question and answer" : "Message"}>
      {turn.user && <UserMessage id={turn.user.id} text={textOf(turn.user.content)} />}
      {(turn.parts.length > 0 || running) && (
        <div className="group/answer">
          <h3 className="mb-1 flex items-center gap-1.5 font-medium text-agent text-xs">
            <span className="size-1.5 rounded-full bg-agent" aria-hidden="true" />
            {agentName(entryAgent)}
          </h3>
          <div className="space-y-0.5">
            <PartList parts={turn.parts} />
            {running && turn.parts.length === 0 && <Waiting />}
          </div>
          {!running && answer !== "" && <CopyButton text={answer} />}
        </div>
      )}
    </article>
  );
});

function UserMessage({ id, text }: { id: string; text: string }) {
  const session = useSessionObject();
  const status = useSnapshot(({ state }) => state.outbox.find(({ message }) => message.id === id)?.status);
  return (
    <div className="flex flex-col items-end gap-1">
      <h3 className="sr-only">You</h3>
      <p className="max-w-[88%] whitespace-pre-wrap break-words rounded-xl rounded-br-sm border bg-raised px-3 py-2 text-base">
        {text}
      </p>
      {(status === "queued" || status === "waiting") && (
        <p className="flex items-center gap-1 text-ink-faint text-xs">
          Sent when this run ends
          <IconButton label="Take back" size="sm" onClick={() => session.discard(id)}>
            <X />
          </IconButton>
        </p>
      )}
      {status === "failed" && (
        <p className="flex items-center gap-2 text-danger text-xs" role="alert">
          Not sent
          <Button size="sm" onClick={() => session.resend(id)}>
            <RotateCcw className="size-3" aria-hidden="true" />
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={() => session.discard(id)}>
            Discard
          </Button>
        </p>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <p className="flex h-7 items-center gap-1" aria-hidden="true">
      {["0ms", "180ms", "360ms"].map((delay) => (
        <span
          key={delay}
          className="size-1.5 animate-pulse-soft rounded-full bg-ink-faint"
          style={{ animationDelay: delay }}
        />
      ))}
    </p>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? "Copied" : "Copy answer"}
      size="sm"
      className="-ml-1.5 mt-1 opacity-0 focus-visible:opacity-100 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100 [@media(hover:none)]:opacity-100"
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        setTimeout(() => setCopied(false), 1_500);
      }}
    >
      {copied ? <Check /> : <Copy />}
    </IconButton>
  );
}
