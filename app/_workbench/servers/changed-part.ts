/** A text in three: what it shares with the other at its begin and end, and what it has of its own between. */
export type Parts = { before: string; own: string; after: string };

/** Where two texts differ, by whole words. An empty `own` on both sides: they can't be told apart. */
export function changedPart(one: string, other: string): [Parts, Parts] {
  const [a, b] = [words(one), words(other)];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [parts(a, start, end), parts(b, start, end)];
}

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function parts(all: readonly string[], start: number, end: number): Parts {
  const until = all.length - end;
  return {
    before: all.slice(0, start).join(""),
    own: all.slice(start, until).join(""),
    after: all.slice(until).join(""),
  };
}
