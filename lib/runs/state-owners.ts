import type { StateKeys } from "@/lib/agent/state-keys";
import type { JsonObject } from "@/lib/shared/json";

const unsafe = new Set(["__proto__", "constructor", "prototype"]);

function pick(state: JsonObject, keep: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(state).filter(([key]) => !unsafe.has(key) && keep(key)));
}

const isBrowsers = (keys: StateKeys, key: string) =>
  !Object.hasOwn(keys, key) || keys[key]?.writer === "browser";

/** The browser's own keys of what it sent; its copies of the server's are left out, whatever they hold (O2). */
export function browserKeys(sent: JsonObject, keys: StateKeys): JsonObject {
  return pick(sent, (key) => isBrowsers(keys, key));
}

/** What the store keeps as the server's. */
export function serverKeys(state: JsonObject, keys: StateKeys): JsonObject {
  return pick(state, (key) => !isBrowsers(keys, key));
}

/** What may be sent to a browser (O3). */
export function visibleKeys(state: JsonObject, keys: StateKeys): JsonObject {
  return pick(state, (key) => isBrowsers(keys, key) || keys[key]?.visible === true);
}
