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
