const yearSeconds = 31_536_000;

/** Keeps a choice in a cookie, so that the server draws the page as it was and nothing jumps. */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
