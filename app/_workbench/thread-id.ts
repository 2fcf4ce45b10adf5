/** Ids as the page makes them, and what another client may have used. */
export function isThreadId(text: string): boolean {
  return /^[\w.:-]{1,128}$/.test(text);
}
