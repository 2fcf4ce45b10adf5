"use client";

import { Bot, Ellipsis, MessageSquare, Plug, Undo2, UserRound } from "lucide-react";
import { authorOf } from "@/app/_canvas/changes/filter";
import { useUndo } from "@/app/_canvas/data/use-changes";
import type { Target } from "@/app/_canvas/follow/follow";
import { targetOfChange } from "@/app/_canvas/target-of-change";
import { agoOf } from "@/app/_ui/ago";
import { cx } from "@/app/_ui/class-names";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/app/_ui/menu";
import { usePerson } from "@/app/_ui/use-person";
import type { Change } from "@/lib/changes/schema";

const faces = { agent: Bot, person: UserRound, client: Plug };
const faceNames = { agent: "Agent", person: "Person", client: "Assistant" };

type Props = {
  change: Change;
  all: readonly Change[];
  now: number;
  threadId: string;
  onOpen: (target: Target) => void;
};

/** One change: who, when, what it touched, and the ways to take it back. */
export function ChangeLine({ change, all, now, threadId, onOpen }: Props) {
  const { locale } = usePerson();
  const Face = faces[change.author.kind];
  const target = targetOfChange(change);
  return (
    <li className="flex gap-2.5 py-2 pr-2 pl-4 hover:bg-hover/60">
      <Face
        aria-label={faceNames[change.author.kind]}
        className={cx(
          "mt-0.5 size-4 shrink-0",
          change.author.kind === "person" ? "text-ink-faint" : "text-agent",
        )}
      />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          disabled={!target}
          onClick={() => target && onOpen(target)}
          className={cx(
            "block w-full break-words text-left text-sm enabled:hover:underline",
            change.undone && "text-ink-faint line-through",
          )}
        >
          {change.summary}
        </button>
        <p className="text-ink-faint text-xs">
          {authorOf(change)} ·{" "}
          <time dateTime={change.at} title={new Date(change.at).toLocaleString(locale)}>
            {agoOf(change.at, now, locale)}
          </time>
          {change.undone && " · taken back"}
        </p>
      </div>
      <LineMenu change={change} all={all} threadId={threadId} />
    </li>
  );
}

function LineMenu({ change, all, threadId }: Pick<Props, "change" | "all" | "threadId">) {
  const undo = useUndo();
  const { subjectId: dashboardId, runId, author, at } = change;
  const here = all.filter((each) => each.subjectId === dashboardId && !each.undone);
  const ofRun = runId ? here.filter((each) => each.runId === runId) : [];
  const sinceThen = here.filter((each) => each.author.name === author.name && each.at >= at);
  const takes = change.subject === "dashboard";
  const call = change.threadId && change.callId ? { thread: change.threadId, id: change.callId } : null;
  if (!takes && !call) return null;
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={`What to do about: ${change.summary}`}>
          <Ellipsis />
        </IconButton>
      }
    >
      {takes && (
        <MenuItem
          icon={<Undo2 />}
          disabled={change.undone || undo.isPending}
          onSelect={() => undo.mutate({ dashboardId, undo: { changeIds: [change.id] } })}
        >
          {change.undone ? "Taken back already" : "Undo this"}
        </MenuItem>
      )}
      {takes && runId && ofRun.length > 1 && (
        <MenuItem icon={<Undo2 />} onSelect={() => undo.mutate({ dashboardId, undo: { runId } })}>
          Undo all {ofRun.length} of this answer
        </MenuItem>
      )}
      {takes && author.kind !== "person" && sinceThen.length > 1 && (
        <MenuItem
          icon={<Undo2 />}
          onSelect={() => undo.mutate({ dashboardId, undo: { agent: author.name, since: at } })}
        >
          Undo all by {author.name} since then
        </MenuItem>
      )}
      {call && (
        <>
          {takes && <MenuSeparator />}
          <MenuItem icon={<MessageSquare />} onSelect={() => showCall(call, threadId)}>
            Show in the chat
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Asks the chat for the card of a call, by the address; the focus goes with it. */
function showCall(call: { thread: string; id: string }, threadId: string): false {
  const hash = `#call-${encodeURIComponent(call.id)}`;
  if (call.thread !== threadId) window.location.assign(`/threads/${encodeURIComponent(call.thread)}${hash}`);
  // Asked again, the address stays as it is and nobody would hear of it.
  else if (window.location.hash === hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else window.location.hash = hash;
  return false;
}
