import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from "react";
import {
  type Follow,
  follow,
  patienceMs,
  settleMs,
  startFollowing,
  type Target,
} from "@/app/_canvas/follow/follow";
import { searchFor, targetOf } from "@/app/_canvas/follow/target-url";
import type { WorkspaceFocus } from "@/lib/workspace/schema";

const storedKey = "kaboo.follow";

export type FollowControls = {
  state: Follow;
  /** The person opens something: it is in the address, and following pauses. */
  open: (target: Target) => void;
  /** The person scrolls or edits: following pauses where it is. */
  touch: () => void;
  /** Another assistant changed something, outside this conversation. */
  noteElsewhere: (target: Target, widgets: string[]) => void;
  resume: () => void;
  turnOff: () => void;
};

/** Binds the follow reducer to the workspace's focus, the address, the clock and the reader's choice. */
export function useFollow(focus: WorkspaceFocus | null, busy: boolean): FollowControls {
  const params = useSearchParams();
  const [state, dispatch] = useReducer(follow, startFollowing);
  const opened = targetOf(params);
  const openedKey = JSON.stringify(opened);

  // The address and the stored choice are outside React: they are told to the reducer as they change.
  const before = useRef(opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a target is its key.
  useEffect(() => {
    if (opened) dispatch({ type: "opened", target: opened, now: Date.now() });
    else if (before.current) dispatch({ type: "closed", focus, now: Date.now() });
    before.current = opened;
  }, [openedKey]);

  useEffect(() => {
    if (localStorage.getItem(storedKey) === "off") dispatch({ type: "turned_off" });
  }, []);

  const tellFocus = useEffectEvent(() => dispatch({ type: "focus", focus, now: Date.now(), busy }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a focus is told once, as it comes.
  useEffect(() => tellFocus(), [focus]);

  useEffect(() => {
    if (!state.waiting) return;
    const onTheWay = busy && state.waiting.kind !== "dashboard";
    const left = onTheWay ? patienceMs : Math.max(0, state.changedAt + settleMs - Date.now());
    const timer = setTimeout(() => dispatch({ type: "waited", now: Date.now() }), left);
    return () => clearTimeout(timer);
  }, [state.waiting, state.changedAt, busy]);

  const open = useCallback((target: Target) => {
    window.history.pushState(null, "", `${location.pathname}${searchFor(location.search, target)}`);
    dispatch({ type: "opened", target, now: Date.now() });
  }, []);
  const touch = useCallback(() => dispatch({ type: "touched" }), []);
  const noteElsewhere = useCallback(
    (target: Target, widgets: string[]) => dispatch({ type: "elsewhere", target, widgets, now: Date.now() }),
    [],
  );
  const resume = useCallback(() => {
    localStorage.removeItem(storedKey);
    window.history.pushState(null, "", `${location.pathname}${searchFor(location.search, null)}`);
    dispatch({ type: "resumed", focus, now: Date.now() });
  }, [focus]);
  const turnOff = useCallback(() => {
    localStorage.setItem(storedKey, "off");
    dispatch({ type: "turned_off" });
  }, []);
  return { state, open, touch, noteElsewhere, resume, turnOff };
}
