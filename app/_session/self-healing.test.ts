import { afterEach, expect, test } from "vitest";
import { serve, type TestServer } from "@/lib/http/testing/serve";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { createSession, type Session } from "./session";

let server: TestRuns;
let proxy: TestServer;
let session: Session;
afterEach(async () => {
  session.close();
  await proxy.close();
  await server.close();
});

const remember = (id: string, value: number) => ({ id, tool: "lab___remember", input: { value } });

/** Stands between page and server, and does something to the stream's deltas, once each. */
async function between(spoil: (message: string) => string): Promise<TestServer> {
  let toSpoil = true;
  return serve({
    "POST /api/agent": async (request) =>
      fetch(`${server.url}/api/agent`, {
        method: "POST",
        headers: { "content-type": "application/json", prefer: "respond-async" },
        body: await request.text(),
      }),
    "GET /api/threads/:id/events": async (request, { id }) => {
      const upstream = await fetch(`${server.url}/api/threads/${id}/events`, { signal: request.signal });
      let rest = "";
      const messages = new TransformStream<string, string>({
        transform(text, controller) {
          const parts = (rest + text).split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) {
            const spoils = toSpoil && part.includes('"STATE_DELTA"');
            if (spoils) toSpoil = false;
            controller.enqueue(spoils ? spoil(`${part}\n\n`) : `${part}\n\n`);
          }
        },
      });
      const body = upstream.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(messages)
        .pipeThrough(new TextEncoderStream());
      return new Response(body ?? null, { headers: { "content-type": "text/event-stream" } });
    },
  });
}

const spoiled = {
  lost: () => "",
  // Under another number, so that it is taken for news.
  doubled: (message: string) =>
    message + message.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq)}.5`),
  corrupted: (message: string) => message.replace('"value":1', '"value":7'),
};

test.each(Object.entries(spoiled))("[R8] a delta that is %s heals within a second", async (_, spoil) => {
  server = await openTestRuns({
    lead: [{ calls: [remember("a", 1)] }, { calls: [remember("b", 2)] }, { text: "Done." }],
  });
  proxy = await between(spoil);
  session = createSession("t_1", { origin: proxy.url });
  session.open();
  session.send("Count.");
  await server.runs.settled();
  await expect
    .poll(() => session.get().state, { timeout: 5_000 })
    .toMatchObject({ diverged: false, messages: { length: 6 }, state: { kaboo_workspace: { project: 2 } } });
});
