import { type StateKeys, stateKey } from "@/lib/agent/state-keys";
import type { JsonObject } from "@/lib/shared/json";

/** What a thread keeps as the server's: the rest is the browser's and kept apart (O1, O5). */
export function serverKeys(state: Readonly<JsonObject>, keys: StateKeys): JsonObject {
  return Object.fromEntries(
    Object.entries(state).filter(([name]) => stateKey(keys, name).writer !== "browser"),
  );
}
