import { equalJson } from "@/lib/shared/equal-json";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";
import { parseIndex, parsePointer, pointer } from "@/lib/shared/pointer";

export { parsePointer, pointer, valueAt } from "@/lib/shared/pointer";

/** A patch that does not apply: which operation, where, and why. The document is as it was. */
export class PatchError extends Error {
  readonly op: string;
  readonly path: string;

  constructor(operation: { op: string; path: string }, reason: string) {
    super(`${operation.op} "${operation.path}": ${reason}`);
    this.name = "PatchError";
    this.op = operation.op;
    this.path = operation.path;
  }
}

/**
 * The document after all operations, or a PatchError and no change at all (E6). Never changes its input: what no
 * operation touches is shared with it, so that `===` tells what stayed the same. Values are taken in, not copied.
 */
export function applyPatch<T>(document: T, operations: readonly Operation[]): T {
  const patch = new Patch(document as Json);
  for (const operation of operations) patch.apply(operation);
  return patch.document as T;
}

/** The operations that take these back: `applyPatch(applyPatch(d, ops), inversePatch(d, ops))` equals `d`. */
export function inversePatch(document: unknown, operations: readonly Operation[]): Operation[] {
  const patch = new Patch(document as Json);
  return operations
    .map((operation) => patch.apply(operation))
    .filter((inverse) => inverse !== undefined)
    .reverse();
}

/** A document being changed. A node is copied the first time an operation goes through it, and only then. */
class Patch {
  document: Json;
  private readonly copied = new Set<Json>();

  constructor(document: Json) {
    this.document = document;
  }

  /** Does one operation and gives the one that takes it back (none for a test). */
  apply(operation: Operation): Operation | undefined {
    const keys = keysOf(operation);
    const key = keys.pop();
    if (key === undefined) return this.applyToRoot(operation);
    if (operation.op === "test") {
      let node: Json = this.document;
      for (const step of keys) node = child(node, step, operation);
      const found = child(node, key, operation);
      if (!equalJson(found, operation.value))
        throw new PatchError(operation, "the value there is another one");
      return undefined;
    }
    const parent = this.openParent(keys, operation);
    return Array.isArray(parent)
      ? applyToArray(parent, key, keys, operation)
      : applyToObject(parent, key, operation);
  }

  private applyToRoot(operation: Operation): Operation | undefined {
    if (operation.op === "remove") throw new PatchError(operation, "the whole document can't be removed");
    if (operation.op === "test") {
      if (equalJson(this.document, operation.value)) return undefined;
      throw new PatchError(operation, "the value there is another one");
    }
    const inverse: Operation = { op: "replace", path: "", value: this.document };
    this.document = operation.value;
    return inverse;
  }

  /** The container at the end of the keys, with every node on the way there a copy of our own. */
  private openParent(keys: readonly string[], operation: Operation): Json[] | JsonObject {
    let parent = this.own(this.document, operation);
    this.document = parent;
    for (const key of keys) {
      const node = this.own(child(parent, key, operation), operation);
      if (Array.isArray(parent)) parent[Number(key)] = node;
      else parent[key] = node;
      parent = node;
    }
    return parent;
  }

  private own(node: Json, operation: Operation): Json[] | JsonObject {
    if (typeof node !== "object" || node === null) {
      throw new PatchError(operation, "its parent is neither an object nor an array");
    }
    if (this.copied.has(node)) return node;
    const copy = Array.isArray(node) ? [...node] : { ...node };
    this.copied.add(copy);
    return copy;
  }
}

type Change = Exclude<Operation, { op: "test" }>;

function applyToObject(parent: JsonObject, key: string, operation: Change): Operation {
  const { path } = operation;
  const before = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (before === undefined && operation.op !== "add") throw new PatchError(operation, "nothing is there");
  if (operation.op === "remove") delete parent[key];
  else parent[key] = operation.value;
  if (before === undefined) return { op: "remove", path };
  return { op: operation.op === "remove" ? "add" : "replace", path, value: before };
}

function applyToArray(parent: Json[], key: string, keys: readonly string[], operation: Change): Operation {
  const index = key === "-" && operation.op === "add" ? parent.length : parseIndex(key);
  if (index === undefined) throw new PatchError(operation, `"${key}" is not an array index`);
  if (index >= parent.length + (operation.op === "add" ? 1 : 0)) {
    throw new PatchError(operation, `the array has only ${parent.length} entries`);
  }
  const path = pointer(...keys, index);
  if (operation.op === "add") {
    parent.splice(index, 0, operation.value);
    return { op: "remove", path };
  }
  const before = parent[index] ?? null;
  if (operation.op === "remove") parent.splice(index, 1);
  else parent[index] = operation.value;
  return { op: operation.op === "remove" ? "add" : "replace", path, value: before };
}

function child(node: Json, key: string, operation: Operation): Json {
  if (typeof node === "object" && node !== null) {
    if (!Array.isArray(node)) {
      const found = Object.hasOwn(node, key) ? node[key] : undefined;
      if (found !== undefined) return found;
    } else {
      const index = parseIndex(key);
      const found = index === undefined ? undefined : node[index];
      if (found !== undefined) return found;
    }
  }
  throw new PatchError(operation, `there is no "${key}" on the way`);
}

const kinds = new Set(["add", "remove", "replace", "test"]);

/** Types don't hold for what came over the wire, so kind and value are looked at again here. */
function keysOf(operation: Operation): string[] {
  if (!kinds.has(operation.op))
    throw new PatchError(operation, "only add, remove, replace and test are allowed");
  if (operation.op !== "remove" && operation.value === undefined) {
    throw new PatchError(operation, "it has no value");
  }
  try {
    return parsePointer(operation.path);
  } catch (error) {
    throw new PatchError(operation, error instanceof Error ? error.message : String(error));
  }
}
