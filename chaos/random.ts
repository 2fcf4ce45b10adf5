export type Random = ReturnType<typeof createRandom>;

/** Numbers that follow from a seed alone, so that what failed can be played again. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    /** From 0 to below 1. */
    next,
    /** A whole number, both ends included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick<T>(from: readonly [T, ...T[]]): T {
      return from[Math.floor(next() * from.length)] ?? from[0];
    },
  };
}
