import { HttpAgent } from "@ag-ui/client";
import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { StreamClient } from "@/lib/runs/testing/stream-client";

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
