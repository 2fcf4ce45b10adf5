import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, test } from "vitest";
import type { Model } from "@/lib/agent/model";
import type { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import type { Json } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/patch";

/** A server that notes what it was asked, and refuses; or never answers. */
function server(answers: "refuses" | "never") {
  const bodies: Json[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)));
    if (answers === "refuses") return new Response("{}", { status: 400 });
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  };
  return { bodies, fetch };
}

const asked = { trailing: "user-message", contextTokens: 200_000 } as const;

/** A transcript with one call in it, so that the next request has everything a request can have. */
async function transcriptWithCall(): Promise<MemoryTranscripts> {
  const first = await observe(notesTeam(new Notes()), {
    script: { writer: [{ calls: [{ tool: "notes___add", input: { text: "a" } }] }] },
  });
  return first.transcripts;
}

test("[V6] what Anthropic is sent has a breakpoint on system and human message, and none on the last part", async () => {
  const { bodies, fetch } = server("refuses");
  const languageModel = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5");
  const model: Model = { ...asked, name: "anthropic", languageModel, cacheBreakpoints: true };
  const run = await observe(notesTeam(new Notes()), {
    transcripts: await transcriptWithCall(),
    request: { message: { id: "m_2", content: "And now?" } },
    ports: { chooseModel: () => model },
  });
  expect(run.outcome.status).toBe("error");
  const [body] = bodies;
  expect(valueAt(body, "/system/0/cache_control")).toEqual({ type: "ephemeral" });
  const messages = valueAt(body, "/messages");
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  expect(valueAt(last, "/content/0/text")).toMatch(/And now\?$/);
  expect(valueAt(last, "/content/0/cache_control")).toEqual({ type: "ephemeral" });
  expect(valueAt(last, "/content/1/text")).toContain("What this conversation has built");
  expect(valueAt(last, "/content/1/cache_control")).toBeUndefined();
  expect(JSON.stringify(body).split("cache_control")).toHaveLength(3);
  expect(JSON.stringify(body)).not.toContain("kaboo");
});

test("[V6] an OpenAI-compatible server is sent plain text messages", async () => {
  const { bodies, fetch } = server("refuses");
  const languageModel = createOpenAICompatible({ name: "local", baseURL: "http://localhost:1/v1", fetch })(
    "m",
  );
  const model: Model = { ...asked, name: "local", languageModel, cacheBreakpoints: false };
  await observe(notesTeam(new Notes()), {
    transcripts: await transcriptWithCall(),
    ports: { chooseModel: () => model },
  });
  expect(valueAt(bodies[0], "/messages")).toMatchObject([
    { role: "system", content: "You write notes." },
    { role: "user", content: "Hello" },
    { role: "assistant", tool_calls: [{ function: { name: "notes___add", arguments: '{"text":"a"}' } }] },
    { role: "tool", content: "Added note 1." },
    { role: "assistant", content: "done" },
    { role: "user", content: expect.stringMatching(/Hello$/) },
    { role: "user", content: expect.stringContaining("/notebook/added: []") },
  ]);
});

test("[R2] Stop aborts the request to a provider, and nothing is left behind that rejects", async () => {
  const { bodies, fetch } = server("never");
  const stop = new AbortController();
  const languageModel = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5");
  const model: Model = { ...asked, name: "anthropic", languageModel, cacheBreakpoints: true };
  const observed = observe(notesTeam(new Notes()), {
    signal: stop.signal,
    ports: { chooseModel: () => model },
    onEvent: (event) => {
      if (event.type === "STEP_STARTED") {
        setTimeout(() => stop.abort(new DOMException("Stopped", "AbortError")), 30);
      }
    },
  });
  expect((await observed).outcome.status).toBe("cancelled");
  expect(bodies).toHaveLength(1);
});
