import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** An address whose percent signs can be decoded: one that can't be stands for itself. */
export function mendPath(url: string): string {
  const [path = "", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

/** Next answers 500 to a path it can't decode, before any route is asked. Mended, it is one where nothing is. */
export function mendPaths(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (request.url?.includes("%")) request.url = mendPath(request.url);
  });
}
