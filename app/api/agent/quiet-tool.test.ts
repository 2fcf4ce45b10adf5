import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { openTestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";

/** As a common proxy's minute, and a tool of 90 s; comments come often enough for a machine that is busy. */
const idleMs = 4_000;
const toolMs = 6_000;
const keepAliveMs = 200;

const script = {
  lead: [{ calls: [{ id: "a", tool: "lab___slow", input: { ms: toolMs } }] }, { text: "Done." }],
};

/** A small proxy that cuts connections on which nothing has come from the server for a while. */
async function startProxy(to: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.once("data", () => upstream.setTimeout(idleMs, cut));
    for (const socket of [client, upstream]) socket.on("error", cut).on("close", cut);
    client.pipe(upstream).pipe(client);
    sockets.add(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** What came until the run's end, or until the connection was cut. */
async function readRun(response: Response): Promise<string> {
  let text = "";
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes("RUN_FINISHED")) return text;
    }
  } catch {
    return `${text}CUT`;
  }
  return `${text}CUT`;
}

/** Both forms of reading a run with a quiet tool, through the proxy. */
async function readThroughProxy(stream: { keepAliveMs?: number }): Promise<[string, string]> {
  const open = await openTestRuns(script, { stream });
  const proxy = await startProxy(open.url);
  try {
    const watched = fetch(`${proxy.url}/api/threads/t_1/events`);
    const started = fetch(`${proxy.url}/api/agent`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(runInput("t_1", "r_1")),
    });
    return await Promise.all([started.then(readRun), watched.then(readRun)]);
  } finally {
    await open.runs.settled();
    proxy.close();
    await open.close();
  }
}

test("[R7] a quiet tool outlasts a proxy that cuts idle connections, on both streams; without comments it does not", async () => {
  const [kept, cut] = await Promise.all([readThroughProxy({ keepAliveMs }), readThroughProxy({})]);
  for (const text of kept) expect(text).toMatch(/: still here[\s\S]*"Done\."[\s\S]*RUN_FINISHED/);
  for (const text of cut) {
    expect(text).toMatch(/CUT$/);
    expect(text).not.toContain("RUN_FINISHED");
  }
}, 60_000);
