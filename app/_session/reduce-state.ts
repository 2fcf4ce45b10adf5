import { type Event, EventType } from "@ag-ui/core";
import { isJsonObject, type Json } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { agreesWithHash } from "@/lib/shared/state-hash";
import type { Draft } from "./draft";

/** The shared state. A delta that does not apply, or after which its hash is another, marks the session as diverged (R8). */
export function reduceState(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.STATE_SNAPSHOT: {
      const snapshot: Json = event.snapshot;
      draft.state = { ...(isJsonObject(snapshot) ? snapshot : {}), ...draft.own };
      draft.diverged = false;
      return;
    }
    case EventType.STATE_DELTA:
      if (draft.diverged) return;
      try {
        // What it cannot do, move and copy, it refuses itself.
        draft.state = { ...applyPatch(draft.state, event.delta as Operation[]), ...draft.own };
      } catch {
        draft.diverged = true;
      }
      if (!agreesWithHash(draft.state, event.metadata)) draft.diverged = true;
      return;
    case EventType.RUN_FINISHED:
    case EventType.RUN_ERROR:
      if (!agreesWithHash(draft.state, event.metadata)) draft.diverged = true;
  }
}
