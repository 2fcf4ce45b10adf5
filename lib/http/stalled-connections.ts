import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const fiveMinutesMs = 300_000;

/**
 * Closes each connection of this process's servers on which nothing of what was written is taken for five minutes: its
 * reader has gone, though nobody said so, and what is kept for it is let go (R7). One that is only quiet stays, and so
 * does a slow one. Returns what ends this.
 */
export function closeStalledConnections(stalledMs = fiveMinutesMs): () => void {
  function watch(message: unknown) {
    const { socket, response } = message as { socket: Socket; response: ServerResponse };
    socket.setTimeout(stalledMs);
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  }
  subscribe("http.server.request.start", watch);
  return () => unsubscribe("http.server.request.start", watch);
}
