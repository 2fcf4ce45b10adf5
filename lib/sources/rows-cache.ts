/**
 * Keeps answers until `maxBytes` are used; the one that wasn't asked for longest goes first (Q6). A key names the
 * generation of the rows, so nothing has to be thrown away when data changes.
 */
export function createRowsCache<Value>(maxBytes: number) {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let used = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    used -= entry.bytes;
  }

  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key: string, value: Value, bytes: number): void {
      drop(key);
      if (bytes > maxBytes / 4) return;
      entries.set(key, { value, bytes });
      used += bytes;
      for (const oldest of entries.keys()) {
        if (used <= maxBytes) break;
        drop(oldest);
      }
    },
    bytes: () => used,
  };
}
