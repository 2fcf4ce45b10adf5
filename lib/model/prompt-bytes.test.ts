import { afterEach, expect, test } from "vitest";
import { openWireServer, type WireServer } from "@/lib/model/testing/wire/server";
import { runWired } from "@/lib/model/testing/wire-team";
import { wiredSettings } from "@/lib/model/testing/wired-settings";
import type { JsonObject } from "@/lib/shared/json";

const open: WireServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

type Trailing = "user-message" | "tool-result" | "kept";
type Sent = { head: string; blocks: string[]; text: string };

/** What a turn of three model calls sends, with parallel calls and thoughts in it. */
async function sent(provider: string, trailing: Trailing): Promise<Sent[]> {
  const put = (value: string) => ({ name: "box___put", input: { value } });
  const server = await openWireServer([
    { reasoning: "Two things.", text: "I put two.", calls: [put("a"), put("b")] },
    { calls: [put("c")], pieces: 1 },
    { text: "Done." },
  ]);
  open.push(server);
  const { MODEL = "", ...settings } = wiredSettings[provider]?.(server.url) ?? {};
  const option = `${MODEL.includes("?") ? "&" : "?"}trailing=${trailing}`;
  const run = await runWired({ ...settings, MODEL: MODEL + option });
  expect(run.status).toBe("success");
  return server.requests.map(({ body, text }) => {
    const { messages, input, contents, ...head } = body;
    const list = [messages, input, contents].find(Array.isArray) ?? [];
    return { head: JSON.stringify(head), blocks: list.flatMap((each) => blocksOf(each as JsonObject)), text };
  });
}

/** A message block by block, in the bytes that were sent: some providers are sent neighbours as one message. */
function blocksOf({ content, parts, ...message }: JsonObject): string[] {
  const blocks = [content, parts].find(Array.isArray) ?? [content ?? ""];
  return blocks.map((block) => `${JSON.stringify(message)} ${JSON.stringify(block)}`);
}

/** Breakpoints move on from call to call; they are no part of what is cached. */
const bare = (blocks: readonly string[]) =>
  blocks.map((block) => block.replaceAll(/,"cache_control":\{"type":"ephemeral"\}/g, ""));

const workspace = "What this conversation has built";
const cases = Object.keys(wiredSettings).flatMap((provider) =>
  (["user-message", "tool-result", "kept"] as const).map((trailing) => [provider, trailing] as const),
);

test.each(cases)(
  "[V6] %s, %s: what was sent is sent again byte for byte, and the end alone is new",
  async (provider, trailing) => {
    const requests = await sent(provider, trailing);
    expect(requests).toHaveLength(3);
    for (const [index, { head, blocks, text }] of requests.entries()) {
      const [now, next] = [bare(blocks), bare(requests[index + 1]?.blocks ?? [])];
      // Instructions, tools and options, too: a prompt's cache begins with them.
      expect(head).toBe(requests[0]?.head);
      expect(text).not.toMatch(/kaboo"|structured/);
      expect(now.at(-1)).toContain(workspace);
      expect(text.split(workspace).length - 1).toBe(trailing === "kept" ? index + 1 : 1);
      expect(text.split("base at 1").length - 1).toBe(1);
      if (index > 0) expect(now.at(-1)).toContain(`tick ${index + 1}`);
      if (next.length === 0) continue;
      const stays = trailing === "kept" ? now : now.slice(0, -1);
      expect(next.slice(0, stays.length)).toEqual(stays);
      expect(next.length).toBeGreaterThan(now.length);
    }
  },
);

test.each(["user-message", "tool-result", "kept"] as const)(
  "[V6] anthropic, %s: breakpoints are on the instructions, the human message and the newest that stays",
  async (trailing) => {
    const requests = await sent("anthropic", trailing);
    for (const [index, { head, blocks, text }] of requests.entries()) {
      const marked = blocks.filter((block) => block.includes("cache_control"));
      expect(head).toMatch(/"system":\[\{"type":"text","text":"You work\. [^"]*","cache_control":/);
      expect(marked[0]).toContain("Put two things into the box.");
      expect(marked).toHaveLength(index === 0 ? 1 : 2);
      expect(text.split("cache_control").length - 1).toBe(marked.length + 1);
      for (const block of marked) expect(block).not.toContain(workspace);
      if (index > 0) expect(marked[1]).toMatch(trailing === "tool-result" ? /tool_use/ : /tool_result/);
    }
  },
);

test.each(Object.keys(wiredSettings))("[V6] %s: only Anthropic is sent breakpoints", async (provider) => {
  const [first] = await sent(provider, "user-message");
  expect(first?.text.includes("cache_control")).toBe(provider === "anthropic");
});
