"use client";

import { ArrowDown, CloudOff } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useSession, useSnapshot } from "@/app/_session";
import { EmptyState } from "@/app/_ui/empty-state";
import { onDemand } from "@/app/_ui/on-demand";
import { ScrollBox } from "@/app/_ui/scroll-box";
import { Skeleton } from "@/app/_ui/skeleton";
import { FollowUps } from "./answer/follow-ups";
import { useKeepAnswersNew } from "./answer/use-answers";
import { OpenRequests } from "./asked/open-requests";
import { Composer } from "./composer";
import { ComposerFill } from "./composer-fill";
import { createTurns } from "./conversation";
import { DemoNotice } from "./demo-notice";
import { ErrorCard } from "./error-card";
import { LiveAnnouncer } from "./live-announcer";
import { preloadMarkdown } from "./markdown";
import { UploadList } from "./uploads/upload-list";
import { useStickToBottom } from "./use-stick-to-bottom";
import { Welcome } from "./welcome";

/** An empty conversation has no use for it; any other opens with a stream that takes longer to come. */
const TurnList = onDemand(async () => (await import("./turn-list")).TurnList);

function preloadTurns(): void {
  void TurnList.preload();
  preloadMarkdown();
}

/** The conversation: what was said and done, and where to say more. */
export function Chat() {
  const { messages, status } = useSession();
  const subagents = useSnapshot(({ state }) => state.subagents);
  const asked = useSnapshot(({ state }) => state.interrupts.length > 0);
  const [turnsOf] = useState(createTurns);
  const { scroller, content, stuck, jump } = useStickToBottom();
  const composer = useRef<{ fill: (text: string) => void }>(null);
  const [fill] = useState(() => (text: string) => composer.current?.fill(text));
  useEffect(preloadTurns, []);
  const turns = turnsOf(messages, subagents);
  useKeepAnswersNew(turns[0]?.user?.id);
  const loaded = useSnapshot(({ state }) => state.loaded);
  // What the conversation holds isn't known yet: it is not an empty one.
  const waiting = !loaded && turns.length === 0;

  return (
    <section aria-label="Chat" className="relative flex h-full min-h-0 flex-col bg-surface">
      <ScrollBox
        label="Conversation"
        ref={scroller}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto flex min-h-full max-w-2xl flex-col pt-2 pb-4">
          {turns.length > 0 && <h2 className="sr-only">Conversation</h2>}
          {waiting && (status === "offline" ? <Unreachable /> : <Opening />)}
          {!waiting && turns.length === 0 && <Welcome />}
          <ComposerFill value={fill}>
            <Suspense fallback={<Opening />}>
              {turns.length > 0 && (
                <TurnList turns={turns} running={status === "running"} scroller={scroller} />
              )}
            </Suspense>
          </ComposerFill>
          <OpenRequests />
          <ErrorCard />
          {turns.length > 0 && status === "idle" && !asked && <FollowUps />}
        </div>
      </ScrollBox>
      <div className="relative mx-auto w-full max-w-2xl shrink-0 px-3 pb-3">
        {!stuck && (
          <button
            type="button"
            onClick={jump}
            className="absolute bottom-full left-1/2 z-10 mb-2 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 font-medium text-xs shadow-popup hover:bg-hover"
          >
            <ArrowDown className="size-3.5" aria-hidden="true" />
            Jump to latest
          </button>
        )}
        <UploadList />
        <DemoNotice />
        <Composer ref={composer} />
      </div>
      <LiveAnnouncer />
    </section>
  );
}

function Unreachable() {
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState icon={<CloudOff />} title="The conversation can’t be read">
        The server doesn’t answer. What was said is safe there, and shows up as soon as it does.
      </EmptyState>
    </div>
  );
}

function Opening() {
  return (
    <div className="space-y-4 py-4" role="status" aria-label="Opening the conversation">
      <Skeleton className="ml-auto h-9 w-3/5 rounded-xl" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-2/3" />
    </div>
  );
}
