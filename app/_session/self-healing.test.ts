import { afterEach, expect, test } from "vitest";
import type { Team } from "@/lib/agent/team";
import { serve, type TestServer } from "@/lib/http/testing/serve";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { testTeam } from "@/lib/runs/testing/test-team";
import { pointer } from "@/lib/shared/patch";
import { workspaceKey } from "@/lib/workspace/keys";
import { createSession, type Session } from "./session";

let server: TestRuns;
let proxy: TestServer;
let session: Session;
afterEach(async () => {
  session.close();
  await proxy.close();
  await server.close();
});

const echo = (value: number) => ({ calls: [{ id: `c${value}`, tool: "lab___echo", input: { value } }] });

/** Each call's effect adds to a list: what is lost, doubled or another stays so, whatever comes after. */
const team: Team = {
  ...testTeam,
  effects: [
    {
      tool: "lab___echo",
      mapper: ({ result }) => [{ op: "add", path: pointer(workspaceKey, "log", "-"), value: result }],
    },
  ],
  initialState: { [workspaceKey]: { pending: {}, log: [] } },
};

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
  "not to be applied": (message: string) => message.replace('"op":"add"', '"op":"test"'),
};

async function playWith(spoil: (message: string) => string): Promise<void> {
  server = await openTestRuns({ lead: [echo(1), echo(2), echo(3), { text: "Done." }] }, { team });
  proxy = await between(spoil);
  session = createSession("t_1", { origin: proxy.url });
  session.open();
  session.send("Count.");
  await server.runs.settled();
  const whole = { messages: { length: 8 }, state: { kaboo_workspace: { log: [1, 2, 3] } } };
  await expect
    .poll(() => session.get().state, { timeout: 50_000 })
    .toMatchObject({ diverged: false, ...whole });
}

test.each(Object.entries(spoiled))(
  "[R8] a delta that is %s is noticed, told in the inspector, and heals by one snapshot",
  async (_, spoil) => {
    await playWith(spoil);
    const { healings } = session.get();
    expect(healings).toHaveLength(1);
    expect(healings[0]?.healedAt).toBeGreaterThanOrEqual(healings[0]?.noticedAt ?? Number.NaN);
  },
);

test("[R8] a delta that comes twice under its own number is no news, and nothing to heal", async () => {
  await playWith((message) => message + message);
  expect(session.get().healings).toEqual([]);
}, 60_000);
