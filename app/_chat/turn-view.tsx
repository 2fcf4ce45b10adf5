"use client";

import { CircleSlash, RotateCcw, SlidersHorizontal } from "lucide-react";
import { memo } from "react";
import { isQuiet, useSession, useSessionObject, useSnapshot } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { entryAgent } from "@/lib/agents/entry-agent";
import { agentName } from "./agent-name";
import { AnswerFoot } from "./answer/answer-foot";
import { BranchButton } from "./answer/branch-button";
import { type Turn, textOf } from "./conversation";
import { CopyButton } from "./copy-button";
import { PartList } from "./part-list";
import { UserMessage } from "./user-message";

/** A person's message and what answered it. Only the last turn can be running, stopped or asked again. */
export const TurnView = memo(function TurnView({
  turn,
  place,
  of,
  last,
  running,
}: {
  turn: Turn;
  /** Which of how many, for screen readers: not all are drawn. -1 while earlier ones are not there. */
  place: number;
  of: number;
  last: boolean;
  running: boolean;
}) {
  const answer = turn.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
  const question = textOf(turn.user?.content);
  const seq = turn.user?.metadata?.seq;
  if (turn.user && isQuiet(turn.user.id)) return <QuietTurn text={question} />;
  return (
    <article
      className="space-y-3 py-3"
      aria-posinset={place}
      aria-setsize={of}
      aria-label={question ? `Question: ${question.slice(0, 80)}` : "Message"}
    >
      {turn.user && <UserMessage id={turn.user.id} text={question} />}
      {(turn.parts.length > 0 || running) && (
        <div className="group/answer">
          <header className="flex h-6 items-center gap-1.5">
            <span className="size-1.5 rounded-full bg-agent" aria-hidden="true" />
            <h3 className="flex-1 font-medium text-agent text-xs">{agentName(entryAgent)}</h3>
            {!running && (
              <span className="flex opacity-0 transition-opacity duration-100 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100 [@media(hover:none)]:opacity-100">
                {answer !== "" && <CopyButton label="Copy answer" text={answer} />}
                {typeof seq === "number" && <BranchButton seq={seq} />}
                {last && question !== "" && <AskAgain question={question} />}
              </span>
            )}
          </header>
          <div className="space-y-0.5">
            <PartList parts={turn.parts} />
            {running && turn.parts.length === 0 && <Thinking />}
            {last && !running && <Stopped />}
            {!running && turn.user && <AnswerFoot messageId={turn.user.id} />}
          </div>
        </div>
      )}
    </article>
  );
});

/** Something done on the canvas that the agents were told of: nothing to read, and nothing to answer (C6). */
function QuietTurn({ text }: { text: string }) {
  return (
    <article
      aria-label={`You set: ${text}`}
      className="flex items-center gap-1.5 py-1 text-ink-faint text-xs"
    >
      <SlidersHorizontal className="size-3.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 truncate">{text}</p>
    </article>
  );
}

function AskAgain({ question }: { question: string }) {
  const { send } = useSession();
  return (
    <IconButton label="Ask again" size="sm" onClick={() => send(question)}>
      <RotateCcw />
    </IconButton>
  );
}

function Stopped() {
  const stopped = useSnapshot(({ state }) => state.run?.status === "cancelled");
  const session = useSessionObject();
  if (!stopped) return null;
  return (
    <p className="flex h-7 items-center gap-2 text-ink-faint text-sm">
      <CircleSlash className="size-3.5" aria-hidden="true" />
      You stopped this answer.
      <Button size="sm" variant="ghost" onClick={() => void session.goOn()}>
        Continue
      </Button>
    </p>
  );
}

function Thinking() {
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
