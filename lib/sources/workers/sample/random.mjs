/** A 32-bit hash of a text (FNV-1a), for seeds. */
function seedOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/**
 * A seeded source of numbers (sfc32: integers only, so every platform gives the same). Each table has its own, so that
 * a change to one leaves the rows of the others as they were.
 */
export function randomFor(name, seed = 2024) {
  let [a, b, c, counter] = [seedOf(name), seed | 0, seedOf(`${seed}/${name}`), 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 12; warm++) next();
  return {
    chance: (share) => next() < share,
    /** A whole number from `low` to `high`, both possible. */
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    between: (low, high) => low + next() * (high - low),
    /** Around 1, seldom far from it. */
    wobble: (width) => 1 + (next() + next() + next() - 1.5) * width,
    pick: (list) => list[Math.floor(next() * list.length)],
    /** One of `[value, weight]` pairs. */
    weighted(pairs) {
      let left = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of pairs) {
        left -= weight;
        if (left < 0) return value;
      }
      return pairs[pairs.length - 1][0];
    },
  };
}
