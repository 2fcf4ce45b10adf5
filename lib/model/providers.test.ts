import { EventType } from "@ag-ui/core";
import { afterEach, expect, test } from "vitest";
import { openWireServer, type WireAnswer, type WireServer } from "@/lib/model/testing/wire-server";
import { runWired, type WireRun } from "@/lib/model/testing/wire-team";

const open: WireServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const settings: Record<string, (url: string) => Record<string, string>> = {
  "openai-compatible": (url) => ({ MODEL: "openai-compatible:wire", OPENAI_COMPATIBLE_BASE_URL: url }),
  "openai chat": (url) => ({ MODEL: "openai:wire?api=chat", OPENAI_API_KEY: "k", OPENAI_BASE_URL: url }),
  "openai responses": (url) => ({ MODEL: "openai:wire", OPENAI_API_KEY: "k", OPENAI_BASE_URL: url }),
  anthropic: (url) => ({ MODEL: "anthropic:wire", ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url }),
};

async function play(provider: string, answers: WireAnswer[]): Promise<{ run: WireRun; server: WireServer }> {
  const server = await openWireServer(answers);
  open.push(server);
  return { run: await runWired(settings[provider]?.(server.url) ?? {}), server };
}

const put = (value: string) => ({ name: "box___put", input: { value } });
const said = ({ events }: WireRun) =>
  events.flatMap((event) => (event.type === EventType.TEXT_MESSAGE_CONTENT ? [event.delta] : [])).join("");
const results = ({ events }: WireRun) =>
  events.flatMap((event) => (event.type === EventType.TOOL_CALL_RESULT ? [event.content] : []));
const failure = ({ events }: WireRun) =>
  events.flatMap((event) => (event.type === EventType.RUN_ERROR ? [event.message] : []))[0] ?? "";

for (const provider of Object.keys(settings)) {
  test(`[T5] ${provider}: a turn with parallel calls, arguments in pieces and whole, and an answer`, async () => {
    const { run } = await play(provider, [
      { text: "I will put two.", calls: [put("a"), put("b")], pieces: 4 },
      { calls: [put("c")], pieces: 1 },
      { text: "All three are in the box." },
    ]);
    expect(run.status).toBe("success");
    expect(results(run)).toEqual(["Put a.", "Put b.", "Put c."]);
    expect(said(run)).toMatch(/All three are in the box\.$/);
    expect(run.state).toMatchObject({ kaboo_workspace: { project: { value: "c" } } });
    expect(run.usage.inputTokens).toBeGreaterThan(0);
  });

  test(`[T5] ${provider}: arguments that are no JSON fail that call, and the turn goes on`, async () => {
    const { run } = await play(provider, [
      { calls: [{ ...put("a"), json: '{"value": "a' }] },
      { text: "It failed." },
    ]);
    expect(run.status).toBe("success");
    expect(said(run)).toMatch(/It failed\.$/);
    expect(run.state).toMatchObject({ kaboo_workspace: { project: { value: "nothing" } } });
  });

  test(`[T5] ${provider}: a bad key, a cut stream and a full context are told apart, with what to do`, async () => {
    const refused = { error: { type: "authentication_error", message: "invalid x-api-key" } };
    expect(failure((await play(provider, [{ status: 401, body: refused }])).run)).toMatch(
      /refused the API key.*\.env\.local/,
    );
    const full = {
      error: { type: "invalid_request_error", message: "prompt is too long: 300000 tokens > 200000 maximum" },
    };
    expect(failure((await play(provider, [{ status: 400, body: full }])).run)).toMatch(
      /longer than this model can read/,
    );
    const cut = await play(provider, [{ text: "This will never be finished, sadly.", pieces: 8, cut: true }]);
    expect(failure(cut.run)).toMatch(/cut off/);
    expect(cut.server.requests).toHaveLength(1);
  });

  test(`[T5] ${provider}: a rate limit is waited for as long as it says, at most twice`, async () => {
    const limited = {
      status: 429,
      body: { error: { message: "slow down" } },
      headers: { "retry-after-ms": "5" },
    };
    const once = await play(provider, [limited, { text: "Here I am." }]);
    expect(once.run.status).toBe("success");
    expect(once.server.requests).toHaveLength(2);
    const always = await play(provider, [limited, limited, limited, limited]);
    expect(failure(always.run)).toMatch(/is limiting requests\. Wait 1 s/);
    expect(always.server.requests).toHaveLength(3);
  });

  test(`[V6] ${provider}: what was sent before is sent again byte for byte, and only the end is new`, async () => {
    const { server } = await play(provider, [
      { calls: [put("a")] },
      { calls: [put("b")] },
      { text: "Done." },
    ]);
    const [first, second, third] = server.requests.map((request) => messagesOf(request.body));
    expect(prefixOf(second, first)).toBe(true);
    expect(prefixOf(third, second)).toBe(true);
    expect(JSON.stringify(third)).toContain("tick 3");
    expect(JSON.stringify(first)).toContain("base at 1");
    expect(server.requests[2]?.text).not.toContain("base at 2");
    expect(server.requests.map((request) => request.text).join()).not.toContain("structured");
  });
}

test("[T5] an overloaded provider is asked again, and then said to be so", async () => {
  const overloaded = {
    status: 529,
    body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    headers: { "retry-after-ms": "1" },
  };
  const { run, server } = await play("anthropic", [overloaded, overloaded, overloaded]);
  expect(failure(run)).toMatch(/Anthropic is overloaded/);
  expect(server.requests).toHaveLength(3);
});

test("[V6] anthropic gets its cache breakpoints on the system, the human message and the newest stored one only", async () => {
  const { server } = await play("anthropic", [{ calls: [put("a")] }, { text: "Done." }]);
  const body = server.requests[1]?.body ?? {};
  expect(JSON.stringify(body.system)).toContain("cache_control");
  const blocks = messagesOf(body).flatMap((message) => contentOf(message));
  const marked = blocks
    .map((block) => JSON.stringify(block))
    .filter((block) => block.includes("cache_control"));
  expect(marked).toHaveLength(2);
  expect(marked[0]).toContain("Put two things into the box.");
  expect(marked[1]).toContain("tool_result");
  expect(JSON.stringify(blocks.at(-1))).toContain("tick 2");
  expect(JSON.stringify(blocks.at(-1))).not.toContain("cache_control");
});

type Message = Record<string, unknown>;

function messagesOf(body: Record<string, unknown>): Message[] {
  const messages = body.messages ?? body.input;
  return Array.isArray(messages) ? messages : [];
}

function contentOf(message: Message): unknown[] {
  return Array.isArray(message.content) ? message.content : [message.content];
}

/** Whether the later request begins with the earlier one, apart from what closed it; breakpoints may move on. */
function prefixOf(later: Message[] | undefined, earlier: Message[] | undefined): boolean {
  const bare = (messages: Message[] | undefined) =>
    (messages ?? []).flatMap((message) =>
      contentOf(message).map((block) =>
        JSON.stringify({ role: message.role, type: message.type, block, output: message.output }).replace(
          /,"cache_control":\{"type":"ephemeral"\}/g,
          "",
        ),
      ),
    );
  const [before, after] = [bare(earlier), bare(later)];
  return before.slice(0, -1).every((block, index) => block === after[index]) && after.length > before.length;
}
