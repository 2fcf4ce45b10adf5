import type { ModelMessage } from "ai";
import { afterEach, expect, test } from "vitest";
import { writeLongThread } from "@/lib/runs/testing/long-thread";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { playScript } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { openHttpStream, StreamClient } from "@/lib/runs/testing/stream-client";
import { openTranscripts } from "@/lib/threads/transcripts";

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

// The engine's own test plays all 200; here the last of them go through the log, the database and the runs.
test("[T7] the 200th turn of a stored thread fits a window of 32k tokens, its prefix moves between turns only, calls keep their results", async () => {
  const filler = "words of a long message ".repeat(100);
  const played = 12;
  const answer = playScript({
    lead: Array.from({ length: 200 }, () => [
      { calls: [{ id: "a", tool: "lab___echo", input: { value: filler } }], atomic: true },
      { text: "Done.", atomic: true },
    ]).flat(),
  });
  const prompts = new Map<string, ModelMessage[][]>();
  open = await openTestRuns(
    { lead: [] },
    {
      chooseModel: (request) => ({ ...answer(request), contextTokens: 32_000 }),
      trace({ runId }, entry) {
        if (entry.kind !== "model-call") return;
        expect((entry.system + JSON.stringify(entry.messages)).length / 3).toBeLessThan(32_000);
        prompts.set(runId, [...(prompts.get(runId) ?? []), entry.messages]);
      },
    },
  );
  const say = async (at: number) => {
    const messages = [{ id: `m_${at}`, role: "user" as const, content: `${at} ${filler}` }];
    await open.runs.start("local", runInput(thread.threadId, `r_${at}`, { messages }));
    await open.runs.settled();
  };
  await say(1);
  const transcripts = openTranscripts({ db: open.db, now: () => new Date() });
  const first = await transcripts.read(thread.threadId, "lead");
  expect(first).toHaveLength(4);
  await transcripts.append(thread.threadId, "lead", Array.from({ length: 199 - played }, () => first).flat());
  for (let at = 1; at <= played; at++) await say(200 - played + at);

  const beginnings = [...prompts.values()].slice(1).map(([begun = [], gone = []]) => {
    expect(gone.slice(0, begun.length)).toEqual(begun);
    expect(gone.map(({ role }) => role).slice(-3)).toEqual(["user", "assistant", "tool"]);
    expect(idsOf(gone, "tool-result")).toEqual(idsOf(gone, "tool-call"));
    return JSON.stringify(gone[0]);
  });
  expect(beginnings).toHaveLength(played);
  const moves = beginnings.filter((begins, at) => at > 0 && begins !== beginnings[at - 1]).length;
  expect(moves).toBeGreaterThan(0);
  expect(moves).toBeLessThan(played / 2);
});

function idsOf(messages: readonly ModelMessage[], type: "tool-call" | "tool-result"): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === type && "toolCallId" in part ? [part.toolCallId] : [])),
  );
}
