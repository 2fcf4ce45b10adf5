import { createAnthropic } from "@ai-sdk/anthropic";
import { expect, test } from "vitest";
import type { Model } from "@/lib/agent/model";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";

/** A server that notes what it was asked, and never answers. */
function deafServer() {
  const bodies: unknown[] = [];
  const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(init?.body);
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  };
  return { bodies, fetch };
}

test("[R2] Stop aborts the request to a provider, and nothing is left behind that rejects", async () => {
  const { bodies, fetch } = deafServer();
  const stop = new AbortController();
  const languageModel = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5");
  const model: Model = {
    name: "anthropic",
    languageModel,
    trailing: "user-message",
    cacheBreakpoints: true,
    contextTokens: 200_000,
  };
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
