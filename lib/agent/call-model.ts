import { type AssistantModelMessage, experimental_streamLanguageModelCall as streamModelCall } from "ai";
import type { Model } from "@/lib/agent/model";
import type { Prompt } from "@/lib/agent/prompt";
import { type ModelCall, StepReader } from "@/lib/agent/read-step";
import type { Invocation } from "@/lib/agent/run-scope";

/** What came of one model call. An answer that broke off has a failure or an aborted signal, and no calls. */
export type Answer = {
  message: AssistantModelMessage | undefined;
  calls: readonly ModelCall[];
  text: string;
  failure: { error: unknown } | undefined;
};

/**
 * Asks the model once and sends its answer as it comes (T9). Of the library this takes the one call beneath its
 * `streamText`: without a loop of its own, retries (a model does that itself, T5) or tools run for us, a turn costs a
 * third of the CPU.
 */
export async function callModel(
  { run, row, events, toolSet }: Invocation,
  model: Model,
  prompt: Prompt,
  step: number,
): Promise<Answer> {
  const { signal, newId, now, trace } = run.ports;
  const reader = new StepReader(events, newId);
  const startedAt = now().getTime();
  try {
    signal.throwIfAborted();
    const opened = streamModelCall({
      model: model.languageModel,
      instructions: prompt.system,
      messages: prompt.messages,
      tools: toolSet,
      abortSignal: signal,
    });
    const { stream } = await orStopped(opened, signal);
    await readUntilStopped(stream, signal, (part) => reader.read(part));
  } catch (error) {
    reader.failure = { error };
  }
  run.usage.add(model.name, reader.usage, row.id);
  const durationMs = now().getTime() - startedAt;
  const { agent, id: invocationId } = row;
  trace({ kind: "model-answer", agent, invocationId, step, usage: reader.usage, durationMs });
  const broken = signal.aborted || reader.failure !== undefined;
  return {
    message: broken ? reader.brokenMessage() : reader.message(),
    calls: broken ? [] : reader.calls,
    text: reader.text,
    failure: reader.failure,
  };
}

/** The value, or a rejection as soon as the run is stopped, also when the model takes no notice. */
function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Reads to the end, or until the run is stopped, also when the model takes no notice. */
async function readUntilStopped<T>(
  stream: ReadableStream<T>,
  signal: AbortSignal,
  take: (part: T) => void,
): Promise<void> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      take(value);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
