import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type TestRoute = (request: Request, params: Record<string, string>) => Promise<Response>;

export type TestServer = { url: string; close(): Promise<void> };

/** Route handlers behind real sockets. A route is named `POST /api/threads/:id`. */
export async function serve(routes: Record<string, TestRoute>, at = 0): Promise<TestServer> {
  const server = createServer((incoming, outgoing) => void answer(routes, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  routes: Record<string, TestRoute>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const request = toRequest(incoming, gone.signal);
  const { pathname } = new URL(request.url);
  for (const [name, handle] of Object.entries(routes)) {
    const params = match(name, `${request.method} ${pathname}`);
    if (!params) continue;
    await send(await handle(request, params), outgoing);
    return;
  }
  outgoing.writeHead(404).end();
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const method = incoming.method ?? "GET";
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const body = method === "GET" || method === "HEAD" ? null : (Readable.toWeb(incoming) as ReadableStream);
  return new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
}

function match(route: string, called: string): Record<string, string> | undefined {
  const pattern = route.replace(/:(\w+)/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(called);
  return found ? { ...found.groups } : undefined;
}

async function send(response: Response, outgoing: ServerResponse) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  // A reader that goes away in the middle is part of what is tested.
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(
    () => {},
  );
}
