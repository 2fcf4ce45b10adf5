import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

/** Who writes a key of the state, and whether the browser sees it (O1). */
export type StateKey = { writer: "server" | "effects" | "browser"; visible: boolean };

/** One entry per known key; any other key is the browser's. */
export type StateKeys = Readonly<Record<string, StateKey>>;

/** Stands for the agents' transcripts, which are rows of the engine's own: nothing reaches it through the state. */
export const reservedKey = "kaboo_sessions";

/** The browser's keys together, as JSON (O5). */
export const browserStateLimitBytes = 64 * 1024;

const browserKey: StateKey = { writer: "browser", visible: true };
const reserved: StateKey = { writer: "server", visible: false };
const inherited = new Set(["__proto__", "constructor", "prototype"]);

/** A key's entry in the registry, or that of a browser's key when it has none. */
export function stateKey(keys: StateKeys, name: string): StateKey {
  if (name === reservedKey || inherited.has(name)) return reserved;
  return Object.hasOwn(keys, name) ? (keys[name] ?? browserKey) : browserKey;
}

/** What the browser may see (O3). */
export function visibleState(state: Readonly<JsonObject>, keys: StateKeys): JsonObject {
  return pick(state, (name) => stateKey(keys, name).visible);
}

/** What tools, mappers and views may see: all but the engine's own key (O1). */
export function sharedState(state: Readonly<JsonObject>): JsonObject {
  return pick(state, (name) => name !== reservedKey && !inherited.has(name));
}

/**
 * The keys of a browser's state that are its own; its copies of others are ignored, whatever they hold (O2).
 * Throws `too_large` when they are more than 64 KiB together (O5).
 */
export function ownedBrowserState(input: unknown, keys: StateKeys): JsonObject {
  if (!isJsonObject(input)) return {};
  const owned = pick(input, (name) => stateKey(keys, name).writer === "browser");
  const bytes = new TextEncoder().encode(JSON.stringify(owned)).byteLength;
  if (bytes > browserStateLimitBytes) {
    throw new AppError("too_large", "The page's own part of the state is larger than 64 KiB.", {
      details: { bytes, limitBytes: browserStateLimitBytes },
    });
  }
  return owned;
}

function pick(state: Readonly<JsonObject>, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(state).filter(([name]) => wanted(name)));
}
