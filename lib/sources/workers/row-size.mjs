import { Refusal } from "./refusal.mjs";

/** About how long a row is as JSON; exact only where that is cheap. */
export function sizeOf(row) {
  let size = 2;
  for (const cell of row) {
    if (typeof cell === "string") size += cell.length + 3;
    else if (typeof cell === "object" && cell !== null) size += JSON.stringify(cell).length + 1;
    else size += 8;
  }
  return size;
}

/** Throws Refusal for a row that alone is more than an answer may hold: there is nothing to cut off it. */
export function checkRowSize(bytes, maxBytes) {
  if (bytes <= maxBytes) return;
  const most = Math.max(1, Math.floor(maxBytes / 2 ** 20));
  throw new Refusal(`One row of this is larger than ${most} MB. Select fewer columns, or shorten the texts.`);
}
