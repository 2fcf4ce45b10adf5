import { type StateKeys, sharedState, stateKey } from "@/lib/agent/state-keys";
import type { State } from "@/lib/agent/tool";
import type { Json, JsonObject } from "@/lib/shared/json";
import { applyPatch, PatchError, parsePointer } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { parsePatch } from "@/lib/shared/patch-operation";

/** The state of one thread during a run, and the single queue that every change goes through. */
export class ThreadState {
  /** Read-only all the way down, so that a mapper or view can't change it in passing. */
  current: State;
  private readonly keys: StateKeys;
  private newest: Promise<unknown> = Promise.resolve();

  constructor(initial: JsonObject, keys: StateKeys) {
    this.current = freeze(structuredClone(sharedState(initial)));
    this.keys = keys;
  }

  /** Runs tasks one at a time, in the order they came (E5): two changes never lose each other's write. */
  enqueue<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.newest.then(task);
    this.newest = done.catch(() => undefined);
    return done;
  }

  /** A change in the making. Only inside a task of the queue. */
  draft(): StateDraft {
    return new StateDraft(this.current, this.keys);
  }

  /** Makes a draft the state and gives the operations the browser may see (O3); tests were for here only. */
  commit(draft: StateDraft): Operation[] {
    this.current = freeze(draft.state);
    return draft.operations.filter(
      ({ op, path }) => op !== "test" && stateKey(this.keys, keyOf(path)).visible,
    );
  }
}

/** What one call changes: each patch applies all or none and sees those before it (E6, E7). */
export class StateDraft {
  state: State;
  readonly operations: Operation[] = [];
  private readonly keys: StateKeys;

  constructor(state: State, keys: StateKeys) {
    this.state = state;
    this.keys = keys;
  }

  /** Adds a mapper's operations. Throws, and adds none of them, when they are no patch or go where they may not. */
  add(operations: unknown, at = ""): Operation[] {
    const patch = parsePatch(operations);
    for (const operation of patch) {
      if (stateKey(this.keys, keyOf(operation.path)).writer !== "effects") {
        throw new PatchError(operation, "effects don't own this key");
      }
      if (!isAtOrUnder(operation.path, at)) throw new PatchError(operation, `only ${at} may be written here`);
    }
    this.state = applyPatch(this.state, patch);
    this.operations.push(...patch);
    return patch;
  }
}

/** The state's key that a pointer goes into; "" for the whole state, which nobody may write. */
function keyOf(path: string): string {
  return parsePointer(path)[0] ?? "";
}

function isAtOrUnder(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}/`);
}

/** Freezes what is not frozen yet: with shared structure that is only what has changed. */
function freeze<T extends Json | State | undefined>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}
