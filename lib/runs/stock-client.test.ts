import { HttpAgent } from "@ag-ui/client";
import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";

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
    ],
    helper: [{ calls: [{ id: "e", tool: "lab___slow", input: { ms: 1 } }] }, { text: "Done.", chunks: 2 }],
  });
  const agent = new HttpAgent({ url: `${open.url}/api/agent`, threadId: "t_stock", initialState: {} });
  agent.addMessage({ id: "m_1", role: "user", content: "What is there?" });
  const seen: string[] = [];
  await agent.runAgent({ runId: "r_1" }, { onEvent: ({ event }) => void seen.push(event.type) });

  expect(seen.at(0)).toBe("RUN_STARTED");
  expect(seen.at(-1)).toBe("RUN_FINISHED");
  console.log(JSON.stringify(agent.messages, null, 1), JSON.stringify(agent.state));
});
