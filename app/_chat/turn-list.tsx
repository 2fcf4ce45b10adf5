"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { Turn } from "./conversation";
import { TurnView } from "./turn-view";

/** Pixels a turn is thought to take until it has been drawn once. */
const guessedHeight = 220;
const endPx = 1e9;
/** Turns drawn beyond what is in sight, on each side. */
const beyond = 6;

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
  const list = useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => turns[index]?.id ?? index,
    estimateSize: () => guessedHeight,
    overscan: beyond,
    // A conversation opens at its end: further down than any is long, which the browser bounds.
    initialOffset: endPx,
  });
  const drawn = list.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = list.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div
      role="feed"
      aria-busy={running}
      aria-label="Questions and answers"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {drawn.map(({ index, key }) => {
        const turn = turns[index];
        return (
          turn && (
            <div key={key} ref={list.measureElement} data-index={index}>
              <TurnView
                turn={turn}
                place={index + 1}
                of={turns.length}
                last={index === turns.length - 1}
                running={running && index === turns.length - 1}
              />
            </div>
          )
        );
      })}
    </div>
  );
}
