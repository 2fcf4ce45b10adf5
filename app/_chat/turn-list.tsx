"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useSessionObject, useSnapshot } from "@/app/_session";
import { useAskedCall } from "./asked-call";
import { holdsCall, type Turn } from "./conversation";
import { EarlierTurns, earlierPx } from "./earlier-turns";
import { TurnView } from "./turn-view";

/** Pixels a turn is thought to take until it has been drawn once. */
const guessedHeight = 220;
const endPx = 1e9;
/** Turns drawn beyond what is in sight, on each side. */
const beyond = 6;
/** With fewer turns above what is in sight, the ones before them are asked for. */
const nearTheFirst = 4;

/** The turns in sight and a few beyond: a conversation of a thousand is as quick as one of ten. */
export function TurnList({
  turns,
  running,
  scroller,
}: {
  turns: readonly Turn[];
  running: boolean;
  scroller: RefObject<HTMLElement | null>;
}) {
  const session = useSessionObject();
  const earlier = useSnapshot(({ state }) => state.earlier > 0);
  const idle = useSnapshot((snapshot) => snapshot.earlier === "idle");
  const list = useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => turns[index]?.id ?? index,
    estimateSize: () => guessedHeight,
    overscan: beyond,
    // A conversation opens at its end: further down than any is long, which the browser bounds.
    initialOffset: endPx,
    paddingStart: earlier ? earlierPx : 0,
    // What is in sight stays there when earlier turns come before it.
    anchorTo: "end",
  });
  // What waits for the run to end isn't what it answers.
  const waiting = useSnapshot(({ state }) => state.outbox);
  const answered = turns.findLastIndex(
    ({ user }) => !waiting.some(({ message, status }) => message.id === user?.id && status !== "sending"),
  );
  const first = list.range?.startIndex ?? turns.length;
  useEffect(() => {
    if (earlier && idle && first < nearTheFirst) void session.loadEarlier();
  }, [session, earlier, idle, first]);
  const asked = useAskedCall();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was asked for, not when turns come
  useEffect(() => {
    const index = asked ? turns.findIndex(({ parts }) => holdsCall(parts, asked.id)) : -1;
    if (index >= 0) list.scrollToIndex(index, { align: "center" });
  }, [asked]);
  const drawn = list.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = list.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div
      role="feed"
      aria-busy={running}
      aria-label="Questions and answers"
      className="relative"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {earlier && <EarlierTurns />}
      {drawn.map(({ index, key }) => {
        const turn = turns[index];
        return (
          turn && (
            <div key={key} ref={list.measureElement} data-index={index}>
              <TurnView
                turn={turn}
                place={index + 1}
                of={earlier ? -1 : turns.length}
                last={index === turns.length - 1}
                running={running && index === answered}
              />
            </div>
          )
        );
      })}
    </div>
  );
}
