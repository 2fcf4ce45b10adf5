import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

test("[R5] Continue goes on from the last finished step, in the same invocation, without the message again", async () => {
  open = await openTestRuns({
    lead: [
      { text: "One.", calls: [{ id: "a", tool: "lab___remember", input: { value: 1 } }] },
      { text: "Two.", error: "aborted-stream", when: "One" },
      { text: "Three." },
    ],
  });
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });
  const { runId } = await open.runs.continue("local", "t_1");
  await open.runs.settled();
  const client = new StreamClient();
  await client.read(await open.runs.read("local", "t_1"), (each) => each.lastId !== undefined);
  expect(client.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "assistant",
  ]);
  expect(client.state).toMatchObject({ kaboo_workspace: { project: 1 } });
  const invocations = await open.db.invocation.findMany();
  expect(invocations).toMatchObject([{ runId, status: "success" }]);
  await expect(open.runs.continue("local", "t_1")).rejects.toThrow(/complete/);
  await expect(open.runs.continue("local", "t_9")).rejects.toThrow(/nothing to continue/);
});
