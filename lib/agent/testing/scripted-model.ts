import { setImmediate } from "node:timers/promises";
import type { ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import type { Model, ModelRequest } from "@/lib/agent/model";

type Stream = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"];
type Part = Stream extends ReadableStream<infer P> ? P : never;

/** What a scripted model does in one call. */
export type Step = {
  reasoning?: string;
  text?: string;
  calls?: { id?: string; tool: string; input?: unknown; rawInput?: string; atomic?: boolean }[];
  /** Called while the answer is streaming, before its last part. */
  during?: () => void | Promise<void>;
  /** Breaks the stream off with this error. */
  error?: unknown;
  /** Streams what it has, and then neither ends nor notices that it was stopped. */
  hangs?: boolean;
  /** Never even begins to answer, and doesn't notice that it was stopped. */
  isDeaf?: boolean;
};

/** Scripts by slot: `{ notetaker: [step, …], "notetaker#2": [step, …] }`. When one runs out, the agent says "done". */
export type Script = Readonly<Record<string, readonly Step[]>>;

export function scriptedModels(
  script: Script,
  manners: Partial<Model> = {},
): (request: ModelRequest) => Model {
  const used = new Map<string, number>();
  return ({ slot }) => ({
    name: "scripted",
    trailing: "user-message",
    cacheBreakpoints: false,
    contextTokens: 100_000,
    ...manners,
    languageModel: new MockLanguageModelV4({
      provider: "test",
      modelId: "scripted",
      doStream: async () => {
        const index = used.get(slot) ?? 0;
        used.set(slot, index + 1);
        const step = script[slot]?.[index] ?? { text: "done" };
        if (step.isDeaf) await new Promise(() => undefined);
        return { stream: streamOf(step) };
      },
    }),
  });
}

function streamOf(step: Step): ReadableStream<Part> {
  const parts = partsOf(step);
  return new ReadableStream<Part>({
    async pull(controller) {
      await setImmediate();
      const next = await parts.next();
      if (next.done !== true) controller.enqueue(next.value);
      else if (step.hangs) await new Promise(() => undefined);
      else controller.close();
    },
  });
}

/** Ids repeat from step to step, as some providers' do. */
async function* partsOf(step: Step): AsyncGenerator<Part> {
  yield { type: "stream-start", warnings: [] };
  if (step.reasoning !== undefined) {
    yield { type: "reasoning-start", id: "0" };
    yield* halves(step.reasoning).map((delta): Part => ({ type: "reasoning-delta", id: "0", delta }));
    yield { type: "reasoning-end", id: "0", providerMetadata: { anthropic: { signature: "signed" } } };
  }
  if (step.text !== undefined) {
    yield { type: "text-start", id: "1" };
    yield* halves(step.text).map((delta): Part => ({ type: "text-delta", id: "1", delta }));
    if (!step.hangs && step.error === undefined) yield { type: "text-end", id: "1" };
  }
  for (const [index, call] of (step.calls ?? []).entries()) {
    const id = call.id ?? `call_${index}`;
    const input = call.rawInput ?? JSON.stringify(call.input ?? {});
    if (!call.atomic) {
      yield { type: "tool-input-start", id, toolName: call.tool };
      yield* halves(input).map((delta): Part => ({ type: "tool-input-delta", id, delta }));
      if (step.hangs) continue;
      yield { type: "tool-input-end", id };
    }
    yield { type: "tool-call", toolCallId: id, toolName: call.tool, input };
  }
  await step.during?.();
  if (step.error !== undefined) throw step.error;
  if (step.hangs) return;
  yield {
    type: "finish",
    finishReason: { unified: step.calls?.length ? "tool-calls" : "stop", raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}

/** All text of a prompt, for assertions on what a model saw. */
export function promptText(messages: readonly ModelMessage[]): string {
  return messages.map((message) => JSON.stringify(message.content)).join("\n");
}
