/** Gives the person a file. */
export function saveFile(name: string, content: Blob | string): void {
  const url = URL.createObjectURL(
    typeof content === "string" ? new Blob([content], { type: "text/csv;charset=utf-8" }) : content,
  );
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The download has begun by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
