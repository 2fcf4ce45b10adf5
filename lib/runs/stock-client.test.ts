import { HttpAgent } from "@ag-ui/client";
import { EventType, type RunFinishedEvent } from "@ag-ui/core";
import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";
import { askingTeam } from "@/lib/runs/testing/test-team";

let open: TestRuns;
afterEach(() => open.close());

test("[R1] [R10] a stock client posts a run and reads it to its end, its verifier content", async () => {
  open = await openTestRuns({
    lead: [
      {
        text: "Let me see.",
        calls: [
          { id: "a", tool: "lab___remember", input: { value: { colour: "blue" } } },
          { id: "b", tool: "lab___echo", input: { value: "hello" } },
        ],
        chunks: 5,
      },
      { calls: [{ id: "d", tool: "delegate___helper", input: { task: "Help out." } }] },
      { text: "That is all there is.", chunks: 4 },
      { text: "Nothing more." },
    ],
    helper: [{ calls: [{ id: "e", tool: "lab___slow", input: { ms: 1 } }] }, { text: "Done.", chunks: 2 }],
  });
  const agent = new HttpAgent({
    url: `${open.url}/api/agent`,
    threadId: "t_stock",
    initialState: { kaboo_references: ["d_1"] },
  });
  agent.addMessage({ id: "m_1", role: "user", content: "What is there?" });
  const seen: string[] = [];
  await agent.runAgent({ runId: "r_1" }, { onEvent: ({ event }) => void seen.push(event.type) });

  expect(seen.at(0)).toBe("RUN_STARTED");
  expect(seen.at(-1)).toBe("RUN_FINISHED");
  expect(agent.messages.map(({ role, content }) => `${role} ${content}`)).toEqual([
    "user What is there?",
    "assistant Let me see.",
    "tool Remembered.",
    'tool "hello"',
    "assistant undefined",
    "tool Done.",
    "assistant undefined",
    "tool Waited 1 ms.",
    "assistant Done.",
    "assistant That is all there is.",
  ]);
  expect(agent.state).toEqual({
    kaboo_workspace: { pending: {}, project: { colour: "blue" } },
    kaboo_references: ["d_1"],
  });

  // What a page opened now is told is what this client holds, but for the number of its own message.
  await open.runs.settled();
  const page = new StreamClient();
  await page.read(await open.runs.read("local", "t_stock"), (each) => each.lastId !== undefined);
  expect(page.state).toEqual(agent.state);
  const [own, ...others] = page.messages;
  expect(own).toMatchObject({ id: "m_1", content: "What is there?" });
  expect(others).toEqual(agent.messages.slice(1));

  // A second turn sends the whole history and state back: only what is new in it counts.
  agent.addMessage({ id: "m_2", role: "user", content: "And now?" });
  await agent.runAgent({ runId: "r_2" });
  expect(agent.messages.slice(-2)).toMatchObject([{ content: "And now?" }, { content: "Nothing more." }]);
  await open.runs.settled();
  expect(await open.db.message.count()).toBe(12);
});

test("[R1] [R10] a stock client is told of a run that ends in an error", async () => {
  open = await openTestRuns({ lead: [{ text: "Half an ans", error: "aborted-stream" }] });
  const agent = new HttpAgent({ url: `${open.url}/api/agent`, threadId: "t_stock" });
  agent.addMessage({ id: "m_1", role: "user", content: "What is there?" });
  const errors: string[] = [];
  await agent.runAgent({ runId: "r_1" }, { onRunErrorEvent: ({ event }) => void errors.push(event.message) });
  expect(errors).toHaveLength(1);
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });
});

/** An unmodified client that joins a thread: what it would post it reads instead. */
function joining(threadId: string): HttpAgent {
  return new HttpAgent({
    url: `${open.url}/api/threads/${threadId}/events?as=run`,
    threadId,
    fetch: (url, { signal }) => fetch(url, { signal: signal ?? null }),
  });
}

test("[R10] [R2] stock clients join late at any moment, see a run cancelled, and find what is there afterwards", async () => {
  open = await openTestRuns({
    lead: [
      { text: "Before." },
      {
        text: "Now then.",
        calls: [{ id: "a", tool: "lab___remember", input: { value: "kept" } }],
        chunks: 3,
      },
      { calls: [{ id: "b", tool: "lab___slow", input: { ms: 60_000 } }] },
    ],
  });
  const agent = new HttpAgent({ url: `${open.url}/api/agent`, threadId: "t_1" });
  agent.addMessage({ id: "m_1", role: "user", content: "First." });
  await agent.runAgent({ runId: "r_1" });
  agent.addMessage({ id: "m_2", role: "user", content: "Second." });

  const late: HttpAgent[] = [];
  const joined: Promise<unknown>[] = [];
  const outcomes: unknown[] = [];
  const see = ({ event }: { event: RunFinishedEvent }) => void outcomes.push(event.outcome?.type);
  await agent.runAgent(
    { runId: "r_2" },
    {
      onRunFinishedEvent: see,
      onEvent({ event }) {
        // At each event another one comes; when the slow call has begun, somebody says stop.
        const other = joining("t_1");
        late.push(other);
        joined.push(other.runAgent({}, { onRunFinishedEvent: see }));
        if (event.type === EventType.STATE_DELTA && /"op":"add".*pending/.test(JSON.stringify(event)))
          void fetch(`${open.url}/api/threads/t_1/cancel`, { method: "POST" });
      },
    },
  );
  await Promise.all(joined);
  expect(late.length).toBeGreaterThan(8);
  expect(outcomes.filter((type) => type === "cancelled").length).toBeGreaterThan(8);
  const texts = ({ messages }: HttpAgent) => messages.map(({ id, role, content }) => ({ id, role, content }));
  for (const other of late) {
    expect(texts(other)).toEqual(texts(agent));
    expect(other.state).toEqual(agent.state);
  }
});

test("[R10] [H3] a stock client that opens a thread which waits is told what is asked, and can answer it", async () => {
  open = await openTestRuns(
    { lead: [{ calls: [{ id: "a", tool: "lab___remember", input: { value: "kept" } }] }, { text: "Kept." }] },
    { team: askingTeam },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  const reader = joining("t_1");
  await reader.runAgent();
  const [interrupt] = reader.pendingInterrupts;
  expect(interrupt).toMatchObject({ message: "Remember it for good." });
  const agent = new HttpAgent({
    url: `${open.url}/api/agent`,
    threadId: "t_1",
    initialMessages: reader.messages,
    initialState: reader.state,
  });
  const resume = [
    { interruptId: interrupt?.id ?? "", status: "resolved" as const, payload: { approved: true } },
  ];
  await agent.runAgent({ runId: "r_2", resume });
  expect(agent.messages.at(-1)).toMatchObject({ content: "Kept." });
  expect(agent.state).toMatchObject({ kaboo_workspace: { project: "kept" } });
});
