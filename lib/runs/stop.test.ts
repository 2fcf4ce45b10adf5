import { afterEach, expect, test } from "vitest";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { playScript, type Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { openHttpStream, StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const script: Script = {
  lead: [
    {
      calls: [
        { id: "a", tool: "delegate___helper", input: { task: "Talk." } },
        { id: "b", tool: "lab___slow", input: { ms: 60_000 } },
      ],
    },
    { text: "Here again." },
  ],
  helper: [{ text: "and so on ".repeat(600), chunks: 600, delayMs: 10 }],
};

test("[R2] stopped in the middle of a text, model and tool hear of it, and after the answer nothing comes but the next run", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const answer = playScript(script);
  open = await openTestRuns(script, {
    chooseModel(request) {
      const { languageModel, ...model } = answer(request);
      if (typeof languageModel === "string" || languageModel.specificationVersion !== "v4")
        throw new Error("not the scripted model");
      const doStream: typeof languageModel.doStream = (call) => {
        signals.push(call.abortSignal);
        return languageModel.doStream(call);
      };
      return { ...model, languageModel: { ...languageModel, doStream } };
    },
  });
  await open.runs.start("local", runInput("t_1", "r_1"));
  const page = new StreamClient();
  const said = (client: StreamClient) => JSON.stringify(client.messages).includes("and so on and so on");
  await page.read(openHttpStream(`${open.url}/api/threads/t_1/events`), said);
  const stopped = await fetch(`${open.url}/api/threads/t_1/cancel`, { method: "POST" });
  expect(await stopped.json()).toEqual({ cancelled: true });

  const events = await open.db.runEvent.findMany({ where: { threadId: "t_1" }, orderBy: { seq: "asc" } });
  const last = events.at(-1);
  // Had the model or the tool not stopped by itself, the run would have been closed from outside, as an error.
  expect(last?.payload).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  const messages = JSON.stringify(await open.db.message.findMany({ where: { threadId: "t_1" } }));
  expect(messages).toContain("and so on and so on");
  expect(messages.length).toBeLessThan(4_000);

  await open.runs.start("local", runInput("t_1", "r_2"));
  await open.runs.settled();
  const next = await open.db.runEvent.findFirst({
    where: { threadId: "t_1", runId: "r_2" },
    orderBy: { seq: "asc" },
  });
  expect(next).toMatchObject({ seq: (last?.seq ?? 0) + 1, type: "RUN_STARTED" });
});
