import { afterEach, expect, test } from "vitest";
import { createAnswers } from "@/lib/runs/answers";
import { costOf, type Price, parsePrice } from "@/lib/runs/price";
import type { AnswerFacts } from "@/lib/runs/schema";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { newId } from "@/lib/shared/id";

let open: TestRuns;
afterEach(() => open.close());

const script = {
  lead: [
    { calls: [{ id: "d", tool: "delegate___helper", input: { task: "Help out." } }] },
    { text: "That is all." },
    { text: "Again." },
  ],
  helper: [{ text: "Done." }],
};

async function ask(message: string, runId = newId("r")) {
  const messages = [{ id: `m_${runId}`, role: "user" as const, content: message }];
  await open.runs.start("local", runInput("t_1", runId, { messages }));
  await open.runs.settled();
  return runId;
}

async function listAnswers(ownerId: string, more: { price?: Price } = {}): Promise<AnswerFacts[]> {
  const parts = { db: open.db, now: () => new Date(), ...more };
  return (await createAnswers(parts).list(ownerId, "t_1")).answers;
}

test("[C9] [C13] an answer's facts name who worked for whom, how long, and the tokens of each; and cost where a price is set", async () => {
  open = await openTestRuns(script);
  const runId = await ask("Hello");
  const price = { input: 1_000_000, cachedInput: 0, output: 1_000_000 };
  const [facts] = await listAnswers("local", { price });
  expect(facts).toMatchObject({
    runId,
    status: "success",
    messageId: expect.any(String),
    usage: { inputTokens: expect.any(Number) },
  });
  const [lead, helper] = facts?.agents ?? [];
  expect(lead).toMatchObject({ agent: "lead", toolCallId: "", status: "success" });
  expect(helper).toMatchObject({ agent: "helper", toolCallId: expect.stringMatching(/^c_/) });
  const spent = (facts?.agents ?? []).map(({ usage }) =>
    usage ? usage.inputTokens + usage.outputTokens : 0,
  );
  expect(spent[1]).toBeGreaterThan(0);
  expect(facts?.cost).toBe(spent.reduce((sum, each) => sum + each, 0));
  expect((await listAnswers("local"))[0]?.cost).toBeNull();
  expect(await listAnswers("other")).toEqual([]);
});

test("[C13] [R4] the facts of a long conversation come a stretch at a time, newest first, with their thumbs", async () => {
  open = await openTestRuns({ lead: Array.from({ length: 5 }, () => ({ text: "Here." })) });
  const all: string[] = [];
  for (let at = 0; at < 5; at++) all.push(await ask("Hello"));
  const answers = createAnswers({ db: open.db, now: () => new Date() });
  await answers.rate("local", all[1] ?? "", { value: "up", reason: "" });
  const stretch = async (before?: number) => {
    const page = await answers.list("local", "t_1", { runs: 2, before });
    return { runIds: page.answers.map(({ runId }) => runId), earlier: page.earlier, page };
  };
  expect(await stretch()).toMatchObject({ runIds: all.slice(3), earlier: 3 });
  const middle = await stretch(3);
  expect(middle).toMatchObject({ runIds: all.slice(1, 3), earlier: 1 });
  expect(middle.page.answers.map(({ rating }) => rating?.value)).toEqual(["up", undefined]);
  expect(await stretch(1)).toMatchObject({ runIds: all.slice(0, 1), earlier: 0 });
});

test("[C13] thumbs and their reason are kept with the run, replaced, taken back, and listed for their owner only", async () => {
  open = await openTestRuns(script);
  const runId = await ask("Hello");
  const answers = createAnswers({ db: open.db, now: () => new Date() });
  await answers.rate("local", runId, { value: "up", reason: "" });
  await answers.rate("local", runId, { value: "down", reason: "The wrong year." });
  expect(await answers.ratings("local")).toMatchObject([
    { runId, threadId: "t_1", value: "down", reason: "The wrong year." },
  ]);
  expect((await listAnswers("local"))[0]?.rating).toEqual({
    value: "down",
    reason: "The wrong year.",
  });
  await expect(answers.rate("other", runId, { value: "up", reason: "" })).rejects.toThrow(/no such answer/);
  expect(await answers.ratings("other")).toEqual([]);
  await answers.unrate("local", runId);
  expect(await answers.ratings("local")).toEqual([]);
});

test("[C13] a day's tokens used up refuse the next message with what to do; yesterday's don't count", async () => {
  const day = 86_400_000;
  let now = Date.now() - day;
  open = await openTestRuns(script, { maxTokensPerDay: 1, now: () => new Date(now) });
  await ask("Hello");
  now += day;
  await ask("Hello again");
  await expect(ask("And again")).rejects.toThrow(/used up.*midnight UTC/s);
});

test("[C13] cost counts cached input at its own price; without a setting there is no price", () => {
  const price = parsePrice("3/0.3/15");
  expect(price).toEqual({ input: 3, cachedInput: 0.3, output: 15 });
  const tokens = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 };
  expect(price && costOf(tokens, price)).toBeCloseTo(1.5 + 0.15 + 1.5);
  expect(parsePrice(undefined)).toBeUndefined();
});
