/** Short, readable by a model, safe in a URL, a JSON Pointer and a file name. */
export type IdPrefix =
  | "t"
  | "r"
  | "m"
  | "c"
  | "d"
  | "w"
  | "q"
  | "s"
  | "i"
  | "ch"
  | "a"
  | "e"
  | "k"
  | "n"
  | "u";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** `d_` and eight characters: 40 bits of the platform's random source. */
export function newId(prefix: IdPrefix): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${prefix}_${Array.from(bytes, (byte) => alphabet[byte % 32]).join("")}`;
}

export type NewId = typeof newId;
