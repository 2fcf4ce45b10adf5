import { EventType } from "@ag-ui/core";
import { afterEach, expect, test, vi } from "vitest";
import type { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import type { WireAnswer } from "@/lib/model/testing/wire/answer";
import { openWireServer, type WireServer } from "@/lib/model/testing/wire/server";
import { runWired, type WireRun } from "@/lib/model/testing/wire-team";
import { wiredSettings } from "@/lib/model/testing/wired-settings";

// Many runs in one test: a busy machine gets its time.
vi.setConfig({ testTimeout: 90_000 });

const open: WireServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function play(
  provider: string,
  answers: WireAnswer[],
  transcripts?: MemoryTranscripts,
): Promise<{ run: WireRun; server: WireServer }> {
  const server = await openWireServer(answers);
  open.push(server);
  return { run: await runWired(wiredSettings[provider]?.(server.url) ?? {}, transcripts), server };
}

const put = (value: string) => ({ name: "box___put", input: { value } });
const joined = ({ events }: WireRun, type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT") =>
  events.flatMap((event) => (event.type === type ? [event.delta] : [])).join("");
const said = (run: WireRun) => joined(run, EventType.TEXT_MESSAGE_CONTENT);
const thought = (run: WireRun) => joined(run, EventType.REASONING_MESSAGE_CONTENT);
const results = ({ events }: WireRun) =>
  events.flatMap((event) => (event.type === EventType.TOOL_CALL_RESULT ? [event.content] : []));
const failure = ({ events }: WireRun) =>
  events.flatMap((event) =>
    event.type === EventType.RUN_ERROR ? [`${event.code}: ${event.message}`] : [],
  )[0];
const soon = { "retry-after-ms": "5" };
const providers = Object.keys(wiredSettings);

test.each(providers)(
  "[T5] %s: a turn with parallel calls, arguments in pieces and whole",
  async (provider) => {
    const { run } = await play(provider, [
      { text: "I will put two.", calls: [put("apples"), put("pears")], pieces: 4 },
      { calls: [put("plums")], pieces: 1 },
      { text: "All three are in the box." },
    ]);
    expect(run.status).toBe("success");
    expect(results(run)).toEqual(["Put apples.", "Put pears.", "Put plums."]);
    expect(said(run)).toMatch(/I will put two\.All three are in the box\.$/);
    expect(run.state).toMatchObject({ kaboo_workspace: { project: { value: "plums" } } });
    const pieces = run.events.filter((event) => event.type === EventType.TOOL_CALL_ARGS);
    expect(pieces.length).toBeGreaterThan(3);
  },
);

test.each(providers)(
  "[T5] %s: tokens are counted as it counts them, the cached ones among them",
  async (provider) => {
    const { run } = await play(provider, [
      { calls: [put("a")], usage: { input: 1_000, cached: 0, stored: 900, output: 20 } },
      { text: "Done.", usage: { input: 1_100, cached: 900, stored: 100, output: 30 } },
    ]);
    expect(run.usage).toEqual({ inputTokens: 2_100, cachedInputTokens: 900, outputTokens: 50 });
  },
);

test.each(providers)(
  "[T5] %s: arguments that are no JSON fail that call, and the turn goes on",
  async (provider) => {
    const { run } = await play(provider, [
      { calls: [{ ...put("a"), json: '{"value": "a' }] },
      { text: "It failed." },
    ]);
    expect(run.status).toBe("success");
    expect(said(run)).toMatch(/It failed\.$/);
    expect(run.state).toMatchObject({ kaboo_workspace: { project: { value: "nothing" } } });
  },
);

test.each(providers)("[T5] %s: failures are told apart, with what to do", async (provider) => {
  const failed = async (...answers: WireAnswer[]) => failure((await play(provider, answers)).run);
  const always = (fails: "rate_limit" | "overloaded") => [1, 2, 3].map(() => ({ fails, headers: soon }));
  const words = "This will never be finished, sadly.";
  expect(await failed({ fails: "bad_key" })).toMatch(
    /^unauthorized: .* refused the API key\. Check the key in \.env\.local and start again/,
  );
  expect(await failed({ fails: "no_such_model" })).toMatch(
    /^bad_input: .* doesn't know this model.*Check MODEL/,
  );
  expect(await failed({ fails: "no_credit" })).toMatch(/^over_limit: .* has no credit left\. Add credit/);
  expect(await failed({ fails: "context_too_long" })).toMatch(
    /^too_large: .*longer than this model can read\. Start a new conversation/,
  );
  expect(await failed(...always("rate_limit"))).toMatch(/^rate_limited: .* limiting requests\. Wait 1 s/);
  expect(await failed(...always("overloaded"))).toMatch(
    /^unavailable: .* overloaded.*Send the message again/,
  );
  expect(await failed({ refuses: true })).toMatch(
    /^forbidden: .* refused to answer this\. Say it differently/,
  );
  expect(await failed({ text: words, pieces: 8, cut: true })).toMatch(/^cut_off: .* was cut off.*Continue/);
  expect(await failed({ text: words, stopsShort: true })).toMatch(/^cut_off: .*the most that .* Continue/);
  expect(await failed({ text: words, breaks: "overloaded" })).toMatch(/^unavailable: .* overloaded/);
  expect(await failed({ text: words, breaks: "rate_limit" })).toMatch(/^rate_limited: /);
});

test.each(providers)(
  "[T5] %s: no failure repeats what the provider said, keys least of all",
  async (provider) => {
    const { run } = await play(provider, [{ fails: "bad_key" }]);
    expect(JSON.stringify(run.events)).not.toMatch(/sk-secret|x-api-key|127\.0\.0\.1/);
  },
);

test.each(providers)(
  "[T5] %s: is asked again while it has said nothing, twice at most, after as long as it says",
  async (provider) => {
    const limited = { fails: "rate_limit" as const, headers: soon };
    const once = await play(provider, [{ breaks: "overloaded" }, limited, { text: "Here I am." }]);
    expect(once.run.status).toBe("success");
    expect(once.server.requests).toHaveLength(3);
    expect(new Set(once.server.requests.map(({ text }) => text)).size).toBe(1);
    const always = await play(provider, [limited, limited, limited, limited]);
    expect(always.server.requests).toHaveLength(3);
    const begun = await play(provider, [{ text: "It has begun to speak.", pieces: 8, cut: true }]);
    expect(begun.server.requests).toHaveLength(1);
    const useless = await play(provider, [{ fails: "no_credit" }, { text: "never asked for" }]);
    expect(useless.server.requests).toHaveLength(1);
  },
);

test.each(providers)(
  "[T5] %s: a call that was cut because it is too long is told to its model as such",
  async (provider) => {
    const long = { calls: [{ ...put("a"), json: '{"value": "aaaa' }], stopsShort: true };
    const { run, server } = await play(provider, [long, { text: "I write less." }]);
    expect(run.status).toBe("success");
    // Google throws such a call away by itself.
    if (provider !== "google") expect(server.requests[1]?.text).toContain("more than you can write at once");
  },
);

const thinking: Record<string, RegExp> = {
  "openai-compatible": /"reasoning_content":"Two things to put\."/,
  "openai responses":
    /"type":"reasoning","id":"rs_1","encrypted_content":"sealed","summary":\[\{"type":"summary_text","text":"Two things to put\."/,
  anthropic: /"type":"thinking","thinking":"Two things to put\.","signature":"signed"/,
  google: /"thoughtSignature":"signed"/,
};

test.each(Object.entries(thinking))(
  "[T5] %s: thoughts are sent to the page and back to it, signed as they were",
  async (provider, back) => {
    const { run, server } = await play(provider, [
      { reasoning: "Two things to put.", calls: [put("a"), put("b")], pieces: 3 },
      { text: "Done." },
    ]);
    expect(run.status).toBe("success");
    expect(thought(run)).toBe("Two things to put.");
    expect(server.requests[1]?.text).toMatch(back);
    expect(said(run)).not.toContain("Two things");
  },
);

test("[T5] a conversation that one provider began goes on with any other", async () => {
  for (const before of providers)
    for (const after of providers) {
      const begun = await play(before, [
        { reasoning: "Hm.", text: "One.", calls: [put("a"), put("b")] },
        { text: "Two." },
      ]);
      const { run, server } = await play(after, [{ text: "Three." }], begun.run.transcripts);
      expect([before, after, run.status, said(run)]).toEqual([
        before,
        after,
        "success",
        expect.stringMatching(/Three/),
      ]);
      expect(server.requests[0]?.text).toMatch(/Put a\..*Put b\..*Two\./s);
    }
});
