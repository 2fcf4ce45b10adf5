import type { AnswerPart, ModelAnswer, ModelCall, StreamingModel } from "@/lib/model/language-model";
import { pause } from "@/lib/model/pieces";
import {
  explainProviderError,
  failureOf,
  isAbort,
  type ProviderFailure,
  providerError,
  retryAfterOf,
} from "@/lib/model/provider-errors";
import { isAppError } from "@/lib/shared/app-error";

const attempts = 3;
const longestWaitMs = 20_000;

/**
 * Asks again, at most twice, while nothing of the answer has arrived and the failure may pass (rate limit, overload,
 * no connection, a stream that ends at once), waiting as long as the provider says. Everything else comes out as an AppError that says what to do.
 */
export function withProviderErrors(model: StreamingModel, provider: { title: string }): StreamingModel {
  const explain = (error: unknown) => explainProviderError(error, provider.title);
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) =>
      Promise.resolve(model.doGenerate(call)).catch((error) => Promise.reject(explain(error))),
    async doStream(call) {
      try {
        const { answer, first, rest } = await startAnswer(model, call);
        return { ...answer, stream: explained(first, rest, provider.title) };
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

type Started = { answer: ModelAnswer; first: AnswerPart[]; rest: ReadableStreamDefaultReader<AnswerPart> };

async function startAnswer(model: StreamingModel, call: ModelCall): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await model.doStream(call);
      return { answer, ...(await untilContent(answer.stream.getReader())) };
    } catch (error) {
      const waitMs = retryAfterOf(error) ?? 500 * 2 ** attempt;
      if (attempt >= attempts || !mayPass(error) || waitMs > longestWaitMs) throw error;
      await pause(waitMs, call.abortSignal);
    }
  }
}

/** Reads up to the first part that a person would see, so that a failure before it can still be retried. */
async function untilContent(rest: ReadableStreamDefaultReader<AnswerPart>): Promise<Omit<Started, "answer">> {
  const first: AnswerPart[] = [];
  for (;;) {
    const { done, value } = await rest.read();
    if (done) throw new Error("The stream ended before the answer.");
    if (value.type === "error") throw value.error;
    if (value.type === "finish" && isBroken(value)) throw new Error("The answer could not be used.");
    first.push(value);
    if (begins.has(value.type)) return { first, rest };
  }
}

const begins: ReadonlySet<AnswerPart["type"]> = new Set([
  "text-delta",
  "reasoning-delta",
  "tool-input-start",
  "tool-call",
  "finish",
]);

function mayPass(error: unknown): boolean {
  if (isAppError(error) || isAbort(error)) return false;
  const failure = failureOf(error);
  return passing.has(failure);
}

const passing: ReadonlySet<ProviderFailure> = new Set(["rate_limit", "overloaded", "unreachable", "cut_off"]);

/** Also when a provider throws away a call that its model wrote wrongly (Google). */
function isBroken({ finishReason }: Extract<AnswerPart, { type: "finish" }>): boolean {
  return finishReason.unified === "interrupted" || finishReason.unified === "error";
}

function explained(
  first: AnswerPart[],
  rest: ReadableStreamDefaultReader<AnswerPart>,
  title: string,
): ReadableStream<AnswerPart> {
  let finished = false;
  let calls = false;
  /** What the last part says went wrong; thrown behind it, for its tokens are spent. */
  let failure: unknown;
  const checked = (part: AnswerPart): AnswerPart => {
    if (part.type === "error") throw part.error;
    calls ||= part.type === "tool-call";
    if (part.type !== "finish") return part;
    finished = true;
    const reason = part.finishReason.unified;
    if (isBroken(part)) failure = new Error("The stream ended early.");
    else if (reason === "content-filter") failure = providerError("refused", title);
    // A call that was cut is told to its model, which can write less.
    else if (reason === "length" && !calls) failure = providerError("stopped_short", title);
    return part;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        if (failure !== undefined) throw failure;
        const next = first.shift();
        const { done, value } = next ? { done: false, value: next } : await rest.read();
        if (value) controller.enqueue(checked(value));
        else if (done && !finished) throw new Error("The stream ended without a finish.");
        else controller.close();
      } catch (error) {
        controller.error(explainProviderError(error, title));
      }
    },
    cancel: (reason) => rest.cancel(reason),
  });
}
