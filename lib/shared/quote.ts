// Control characters, and format characters that hide or reorder text.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** One line of plain text, cut at `limit` characters. */
export function plainLine(text: string, limit = 120): string {
  const line = text.replace(unseen, " ").trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join("")}…`;
}

/** Text that came from people, data or other services, as data in a text for a model: quoted, on one line, bounded (V7). */
export function quote(text: string, limit = 120): string {
  return JSON.stringify(plainLine(text, limit));
}
