import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export type CutProxy = Awaited<ReturnType<typeof openCutProxy>>;

/** A way to a server that can be cut and mended: what is between a program and its database. */
export async function openCutProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let frozen = false;
  let afterPieces = () => Number.POSITIVE_INFINITY;
  let pieces = afterPieces();
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  function join(near: Socket) {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        if (!frozen) to.write(bytes);
        pieces -= 1;
        if (pieces === 0) {
          drop();
          pieces = afterPieces();
        }
      });
      from.on("end", () => {
        if (!frozen) to.end();
      });
    }
  }

  async function listen(at: number): Promise<Server> {
    const made = createServer({ allowHalfOpen: true }, join).listen(at, "127.0.0.1");
    await once(made, "listening");
    return made;
  }

  function drop() {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port,
    /** Breaks every connection; new ones are refused until it is mended. */
    async cut() {
      const closed = once(server, "close");
      server.close();
      drop();
      await closed;
    },
    async mend() {
      server = await listen(port);
    },
    /** Breaks every connection; new ones are taken. */
    drop,
    /** Breaks every connection after so many pieces of what goes through, and again after the next number. */
    breakAfter(next: () => number) {
      afterPieces = next;
      pieces = next();
    },
    /** Connections stay, but nothing comes through any more: half-open ones. New ones are the same until `thaw`. */
    freeze() {
      frozen = true;
    },
    /** What was lost stays lost. */
    thaw() {
      frozen = false;
      drop();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      drop();
      await closed;
    },
  };
}
