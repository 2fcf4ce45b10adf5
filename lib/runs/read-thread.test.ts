import { afterEach, expect, test } from "vitest";
import type { RunInput } from "@/lib/runs/run-input";
import type { Runs } from "@/lib/runs/runs";
import { openTestRuns, type Script, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const script: Script = {
  lead: [
    {
      text: "Let me look at that.",
      calls: [
        { id: "a", tool: "lab___remember", input: { value: { colour: "blue" } } },
        { id: "b", tool: "lab___slow", input: { ms: 2 } },
        { id: "c", tool: "delegate___helper", input: { task: "Help out." } },
        { id: "d", tool: "delegate___helper", input: { task: "Help, too." } },
      ],
      chunks: 3,
      delayMs: 1,
    },
    { text: "That is all there is.", chunks: 3, delayMs: 1 },
  ],
  helper: [
    { text: "Working.", calls: [{ id: "e", tool: "lab___slow", input: { ms: 1 } }], chunks: 2, delayMs: 1 },
    { text: "Done with it.", chunks: 3, delayMs: 1 },
  ],
};

const input = (threadId: string, runId: string): RunInput => ({
  threadId,
  runId,
  state: { kaboo_references: [runId] },
  messages: [{ id: `m_${runId}`, role: "user", content: "What is there?" }],
  tools: [],
  context: [],
  forwardedProps: {},
});

async function readToEnd(runs: Runs, threadId: string, client: StreamClient): Promise<void> {
  const running = (each: StreamClient) => each.lastId !== undefined && !each.running;
  await client.read(await runs.read("local", threadId, client.lastId), running);
}

/** The same, the order of parallel work left aside. */
function sorted(client: StreamClient): string[] {
  return client.messages.map(({ role, content }) => `${role} ${content}`).sort();
}

test("[R4] cut at every event and reconnected at once, a reader ends with the same messages and state", async () => {
  open = await openTestRuns(script);
  for (let cut = 0, more = true; more; cut += 1) {
    const threadId = `t_${cut}`;
    await open.runs.start("local", input(threadId, `r_${cut}`));
    const whole = new StreamClient();
    const uninterrupted = readToEnd(open.runs, threadId, whole);
    const client = new StreamClient();
    await client.read(
      await open.runs.read("local", threadId),
      (each) => each.taken >= cut || (each.taken > 3 && !each.running),
    );
    more = client.taken >= cut;
    await readToEnd(open.runs, threadId, client);
    await uninterrupted;
    const late = new StreamClient();
    await open.runs.settled();
    await readToEnd(open.runs, threadId, late);

    expect(client.messages, `cut after ${cut}`).toEqual(whole.messages);
    expect(client.state).toEqual(whole.state);
    expect(late.messages).toEqual(whole.messages);
    expect(late.state).toEqual(whole.state);
    expect(sorted(whole)).toEqual([
      "assistant Done with it.",
      "assistant Done with it.",
      "assistant Let me look at that.",
      "assistant That is all there is.",
      "assistant Working.",
      "assistant Working.",
      "tool Done with it.",
      "tool Done with it.",
      "tool Remembered.",
      "tool Waited 1 ms.",
      "tool Waited 1 ms.",
      "tool Waited 2 ms.",
      "user What is there?",
    ]);
  }
});
