/** A `@…` being written: where it begins, and what stands after the sign. */
export type Mention = { start: number; query: string };

const longest = 40;

/** The mention that the caret stands in. The sign begins a word; a mail address has none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - longest - 1), caret);
  const found = /(?:^|[\s(])@([^@\n]*)$/.exec(before);
  const query = found?.[1];
  // Two spaces, or one right after the sign, say that it was no mention.
  if (query === undefined || query.startsWith(" ") || query.includes("  ")) return undefined;
  return { start: caret - query.length - 1, query };
}

/** The text with the mention written out, and where the caret goes. */
export function writeMention(
  text: string,
  { start, query }: Mention,
  title: string,
): { text: string; caret: number } {
  const written = `@${title} `;
  const rest = text.slice(start + 1 + query.length).replace(/^ /, "");
  return { text: text.slice(0, start) + written + rest, caret: start + written.length };
}
