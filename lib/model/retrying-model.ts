import type { AnswerPart, ModelAnswer, ModelCall, StreamingModel } from "@/lib/model/language-model";
import { pause } from "@/lib/model/pieces";
import { explainProviderError, failureOf, isAbort, retryAfterOf } from "@/lib/model/provider-errors";
import { AppError, isAppError } from "@/lib/shared/app-error";

const attempts = 3;
const longestWaitMs = 20_000;

/**
 * Asks again, at most twice, while nothing of the answer has arrived and the failure may pass (rate limit, overload,
 * no connection), waiting as long as the provider says. Everything else comes out as an AppError that says what to do.
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
        return { ...answer, stream: explained(first, rest, explain) };
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
    if (done) return { first, rest };
    if (value.type === "error") throw value.error;
    first.push(value);
    if (value.type !== "stream-start" && value.type !== "response-metadata" && value.type !== "raw")
      return { first, rest };
  }
}

function mayPass(error: unknown): boolean {
  if (isAppError(error) || isAbort(error)) return false;
  const failure = failureOf(error);
  return failure === "rate_limit" || failure === "overloaded" || failure === "unreachable";
}

function explained(
  first: AnswerPart[],
  rest: ReadableStreamDefaultReader<AnswerPart>,
  explain: (error: unknown) => unknown,
): ReadableStream<AnswerPart> {
  let finished = false;
  const checked = (part: AnswerPart): AnswerPart => {
    if (part.type === "error") throw part.error;
    if (part.type !== "finish") return part;
    finished = true;
    const reason = part.finishReason.unified;
    if (reason === "interrupted" || reason === "error") throw new Error("The stream ended early.");
    if (reason === "content-filter")
      throw new AppError("forbidden", refusal, { details: { failure: "refused" } });
    return part;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = first.shift();
        const { done, value } = next ? { done: false, value: next } : await rest.read();
        if (value) controller.enqueue(checked(value));
        else if (done && !finished) throw new Error("The stream ended without a finish.");
        else controller.close();
      } catch (error) {
        controller.error(explain(error));
      }
    },
    cancel: (reason) => rest.cancel(reason),
  });
}

const refusal = "The model's provider refused to answer this. Say it differently, or ask for something else.";
