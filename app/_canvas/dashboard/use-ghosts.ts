import { useEffect, useReducer, useRef } from "react";
import { arrived, ghostsOn, type PlotCall } from "@/app/_canvas/dashboard/ghosts";
import type { Dashboard } from "@/lib/dashboards/schema";

/** How long a ghost outlives a call that left nothing in the version in sight; a failed call's ghosts go then. */
const graceMs = 1_200;

/** A call from its first word until its widgets are in sight. */
type Watched = { call: PlotCall; before: ReadonlySet<string>; ended: boolean };
export type PlotCalls = {
  live: readonly PlotCall[];
  /** All that was written of a call, once it has ended. */
  written: (callId: string) => unknown;
};

/**
 * Ghosts to draw, and the keys that widgets inherit from theirs. While a newer version is on its way (`behind`), the
 * ghosts of calls that have ended stay, by the last word of their arguments: its widgets may be in it.
 */
export function useGhosts(dashboard: Dashboard, { live, written }: PlotCalls, behind: boolean) {
  const watched = useRef(new Map<string, Watched>()).current;
  const inherited = useRef(new Map<string, string>()).current;
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  for (const call of live) {
    const before = watched.get(call.id)?.before ?? new Set(dashboard.widgets.map(({ id }) => id));
    watched.set(call.id, { call, before, ended: false });
  }
  for (const [id, { call, before, ended }] of watched) {
    if (ended || live.some((each) => each.id === id)) continue;
    // Its last words and its end may have come between two paints.
    watched.set(id, { call: { ...call, args: written(id) ?? call.args }, before, ended: true });
  }
  const drafts = ghostsOn(dashboard, callsOf(watched));
  for (const [id, { before }] of watched) {
    const keys = arrived(
      drafts.filter(({ callId }) => callId === id),
      dashboard,
      before,
    );
    for (const [widgetId, key] of keys) inherited.set(widgetId, key);
    if (keys.size > 0) watched.delete(id);
  }

  const waiting = [...watched.values()].some(({ ended }) => ended);
  useEffect(() => {
    if (!waiting || behind) return;
    const timer = setTimeout(() => {
      for (const [id, { ended }] of watched) if (ended) watched.delete(id);
      redraw();
    }, graceMs);
    return () => clearTimeout(timer);
  }, [waiting, behind, watched]);

  return {
    ghosts: ghostsOn(dashboard, callsOf(watched)),
    keyOf: (id: string) => inherited.get(id) ?? id,
  };
}

const callsOf = (watched: ReadonlyMap<string, Watched>) => [...watched.values()].map(({ call }) => call);
