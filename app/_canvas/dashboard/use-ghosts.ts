import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { arrived, type Ghost, ghostsOn, type PlotCall } from "@/app/_canvas/dashboard/ghosts";
import type { Dashboard } from "@/lib/dashboards/schema";

/** How long a ghost outlives a call that left nothing in the version in sight; a failed call's ghosts go then. */
const graceMs = 1_200;

/**
 * Ghosts to draw, and the keys that widgets inherit from theirs. While a newer version is on its way (`behind`), the
 * ghosts of calls that have ended stay: its widgets may be in it.
 */
export function useGhosts(dashboard: Dashboard, calls: readonly PlotCall[], behind: boolean) {
  const live = ghostsOn(dashboard, calls);
  const [held, setHeld] = useState<Ghost[]>([]);
  const before = useRef<Ghost[]>([]);
  const inherited = useRef(new Map<string, string>());
  const all = [...live, ...held.filter(({ callId }) => !live.some((ghost) => ghost.callId === callId))];
  for (const [id, key] of arrived(all, dashboard)) inherited.current.set(id, key);

  // Before the next paint, so that there is no moment with neither ghost nor widget.
  useLayoutEffect(() => {
    const open = new Set(calls.map(({ id }) => id));
    const ended = before.current.filter(({ callId }) => !open.has(callId));
    before.current = live;
    if (ended.length > 0) setHeld((now) => [...now, ...ended]);
  });
  useEffect(() => {
    if (held.length === 0 || behind) return;
    const timer = setTimeout(() => setHeld([]), graceMs);
    return () => clearTimeout(timer);
  }, [held, behind]);

  const taken = new Set(inherited.current.values());
  return {
    ghosts: all.filter(({ key }) => !taken.has(key)),
    keyOf: (id: string) => inherited.current.get(id) ?? id,
  };
}
