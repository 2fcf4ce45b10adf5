import type { AGUIEvent } from "@ag-ui/core";
import { type StateKeys, stateKey } from "@/lib/agent/state-keys";
import { isTerminal, storable } from "@/lib/runs/stored-event";
import type { JsonObject } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import { parsePatch } from "@/lib/shared/patch-operation";
import { hashState, stateHashName } from "@/lib/shared/state-hash";

/** Puts on each delta, and on a run's last event, the hash of the server's visible keys after it (R8). */
export function hashingEvents(keys: StateKeys): (event: AGUIEvent) => AGUIEvent {
  let state: JsonObject = {};
  let owned: string[] = [];

  function hashed(event: AGUIEvent): AGUIEvent {
    if (owned.length === 0) return event;
    return { ...event, metadata: { ...event.metadata, [stateHashName]: hashState(state, owned) } };
  }

  return (event) => {
    if (isTerminal(event)) return hashed(event);
    if (event.type !== "STATE_SNAPSHOT" && event.type !== "STATE_DELTA") return event;
    // As it will be stored and sent.
    const sent = storable(event);
    if (sent.type === "STATE_SNAPSHOT") {
      state = sent.snapshot;
      owned = Object.keys(state).filter((key) => stateKey(keys, key).writer !== "browser");
    }
    if (sent.type === "STATE_DELTA") {
      state = applyPatch(state, parsePatch(sent.delta));
      return hashed(sent);
    }
    return sent;
  };
}
