import { hashJson } from "@/lib/shared/json-hash";

/** What a delta's metadata says of the state after it (R8): the keys that are the server's, and their hash together. */
export type StateHash = { keys: string[]; hash: string };

export const stateHashName = "stateHash";

export function hashState(state: Readonly<Record<string, unknown>>, keys: readonly string[]): StateHash {
  const sorted = [...keys].sort();
  return { keys: sorted, hash: sorted.map((key) => hashJson(state[key])).join(".") };
}

/** Whether a state is the one that an event's metadata speaks of; an event that speaks of none agrees with all. */
export function agreesWithHash(
  state: Readonly<Record<string, unknown>>,
  metadata: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const said = metadata?.[stateHashName];
  if (typeof said !== "object" || said === null || !("keys" in said) || !("hash" in said)) return true;
  if (!Array.isArray(said.keys)) return true;
  return hashState(state, said.keys.map(String)).hash === said.hash;
}
