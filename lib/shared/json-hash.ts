/** Hashes of objects and arrays that were hashed before: with shared structure only what has changed is hashed again. */
const known = new WeakMap<object, string>();

/**
 * A hash of a JSON value that is the same wherever and however it was put together: keys count in their order by code
 * unit. 53 bits, to tell apart what diverged by accident, not what was forged.
 */
export function hashJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return hashText(JSON.stringify(value) ?? "null");
  const before = known.get(value);
  if (before !== undefined) return before;
  const hash = hashText(Array.isArray(value) ? arrayText(value) : objectText(value));
  known.set(value, hash);
  return hash;
}

function arrayText(items: readonly unknown[]): string {
  return `[${items.map(hashJson).join()}]`;
}

function objectText(value: object): string {
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${hashJson(child)}`).join()}}`;
}

/** cyrb53, a public-domain mix of two 32-bit hashes. */
function hashText(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
