import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import type { Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const slowThenBrief: Script = {
  lead: [
    { text: "Wait.", calls: [{ id: "a", tool: "lab___slow", input: { ms: 60_000 } }] },
    ...Array.from({ length: 6 }, () => ({ text: "Here." })),
  ],
};

const send = (runId: string, content: string) =>
  open.runs.start(
    "local",
    runInput("t_1", runId, { messages: [{ id: `m_${runId}`, role: "user", content }] }),
  );

const asked = (client: StreamClient) =>
  client.messages.filter(({ role }) => role === "user").map(({ content }) => content);

test("[R6] messages sent meanwhile wait on the server, in their order, and start when the run ends", async () => {
  open = await openTestRuns(slowThenBrief);
  expect(await send("r_1", "first")).toEqual({ runId: "r_1", queued: false });
  expect(await send("r_2", "second")).toEqual({ runId: "r_2", queued: true });
  await send("r_3", "third");
  await send("r_4", "fourth");
  await expect(send("r_4", "again")).rejects.toThrow(/waits already/);
  expect(await open.runs.queued("local", "t_1")).toMatchObject([
    { id: "m_r_2", content: "second" },
    { id: "m_r_3", content: "third" },
    { id: "m_r_4", content: "fourth" },
  ]);
  await open.runs.takeBack("local", "t_1", "m_r_3");
  await expect(open.runs.takeBack("local", "t_1", "m_r_3")).rejects.toThrow(/taken back/);

  const client = new StreamClient();
  const reading = client.read(
    await open.runs.read("local", "t_1"),
    (each) => asked(each).length === 3 && !each.running && each.queued.length === 0,
  );
  await open.runs.cancel("local", "t_1");
  await reading;
  expect(asked(client)).toEqual(["first", "second", "fourth"]);
  await expect(open.runs.takeBack("local", "t_1", "m_r_2")).rejects.toThrow(/has started/);
});

test("[R6] a page that opens the thread is told what waits, and only its owner is", async () => {
  open = await openTestRuns(slowThenBrief);
  await send("r_1", "first");
  await send("r_2", "second");
  const client = new StreamClient();
  await client.read(await open.runs.read("local", "t_1"), (each) => each.queued.length === 1);
  expect(client.queued).toMatchObject([{ id: "m_r_2", content: "second" }]);
  await expect(open.runs.queued("other", "t_1")).rejects.toThrow(/no such/);
  await open.runs.takeBack("local", "t_1");
  expect(await open.runs.queued("local", "t_1")).toEqual([]);
  await open.runs.cancel("local", "t_1");
});
