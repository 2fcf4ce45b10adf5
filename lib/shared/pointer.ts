import type { Json } from "@/lib/shared/json";

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/** The JSON Pointer (RFC 6901) of these keys: `pointer("a/b", 0)` is `/a~1b/0`. */
export function pointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys a pointer names. Throws on what is no pointer, and on keys that reach a prototype (E6). */
export function parsePointer(path: string): string[] {
  if (path === "") return [];
  if (!path.startsWith("/"))
    throw new Error(`"${path}" is not a JSON Pointer: it must be "" or start with "/"`);
  if (/~(?![01])/.test(path)) throw new Error(`"${path}" is not a JSON Pointer: "~" must be written "~0"`);
  return path
    .slice(1)
    .split("/")
    .map((key) => {
      const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
      if (forbidden.has(name)) throw new Error(`"${name}" is not allowed in a pointer`);
      return name;
    });
}

/** An array index as RFC 6901 has it (no sign, no leading zero), or undefined. */
export function parseIndex(key: string): number | undefined {
  return /^(0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;
}

/** What a pointer leads to; undefined when there is nothing. */
export function valueAt(document: unknown, path: string): Json | undefined {
  let node = document;
  for (const key of parsePointer(path)) {
    node = childOf(node, key);
    if (node === undefined) return undefined;
  }
  return node as Json | undefined;
}

/** An own member or element, never anything inherited. */
export function childOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) {
    const index = parseIndex(key);
    return index === undefined ? undefined : node[index];
  }
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
  return Reflect.get(node, key);
}
