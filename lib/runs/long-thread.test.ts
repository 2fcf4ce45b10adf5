import { afterEach, expect, test } from "vitest";
import { writeLongThread } from "@/lib/runs/testing/long-thread";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { openHttpStream, StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const thread = { ownerId: "local", threadId: "t_long" };
const opened = (client: StreamClient) => client.lastId !== undefined;

async function readStream(query: string): Promise<StreamClient> {
  const client = new StreamClient();
  await client.read(openHttpStream(`${open.url}/api/threads/${thread.threadId}/events${query}`), opened);
  return client;
}

test("[R4] a stream can begin with the newest turns; the earlier ones, asked for one after the other, make it whole", async () => {
  open = await openTestRuns({ lead: [] });
  await writeLongThread(open.db, thread.threadId, 60);
  const whole = await readStream("");
  expect(whole.messages).toHaveLength(240);
  const page = await readStream("?turns=10");
  expect(page.messages).toEqual(whole.messages.slice(-40));
  expect(page.state).toEqual(whole.state);
  expect(page.lastId).toBe(whole.lastId);

  let messages = page.messages;
  let before = 200;
  for (const expected of [120, 40, 0]) {
    const url = `${open.url}/api/threads/${thread.threadId}/messages?before=${before}&turns=20`;
    const stretch = (await (await fetch(url)).json()) as { messages: typeof messages; earlier: number };
    messages = [...stretch.messages, ...messages];
    before = stretch.earlier;
    expect(before).toBe(expected);
  }
  expect(messages).toEqual(whole.messages);
});

test("[R4] a thousand turns open with as many bytes as ten", async () => {
  open = await openTestRuns({ lead: [] });
  await writeLongThread(open.db, "t_long", 1_000);
  await writeLongThread(open.db, "t_short", 10);
  const size = async (threadId: string) => {
    const pieces = (await open.runs.read("local", threadId, undefined, 10))(new AbortController().signal);
    const { value } = await pieces.next();
    await pieces.return?.();
    return String(value).length;
  };
  expect(await size("t_long")).toBeLessThan(1.5 * (await size("t_short")));
});

test("[S7] earlier messages are their owner's; nonsense is refused", async () => {
  open = await openTestRuns({ lead: [] }, { ownerId: "bob" });
  await writeLongThread(open.db, "t_ada", 3, "ada");
  const ask = (query: string) => fetch(`${open.url}/api/threads/t_ada/messages?${query}`);
  expect((await ask("before=9&turns=2")).status).toBe(404);
  for (const nonsense of ["", "before=-1&turns=2", "before=9&turns=0", "before=9&turns=1000"])
    expect((await ask(nonsense)).status, nonsense).toBe(400);
  expect((await fetch(`${open.url}/api/threads/t_bob/events?turns=x`)).status).toBe(400);
});
