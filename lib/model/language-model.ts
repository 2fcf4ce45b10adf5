import type { LanguageModel } from "ai";

/** The interface that real, demo and scripted models share; the library's own name for it is not exported by `ai`. */
export type StreamingModel = Extract<LanguageModel, { specificationVersion: "v4" }>;
export type ModelCall = Parameters<StreamingModel["doStream"]>[0];
export type Prompt = ModelCall["prompt"];
export type PromptMessage = Prompt[number];
export type ModelAnswer = Awaited<ReturnType<StreamingModel["doStream"]>>;
export type AnswerPart = ModelAnswer["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A model that only streams, as the engine asks; `answer` yields the parts of one call. */
export function streamingModel(
  provider: string,
  modelId: string,
  answer: (call: ModelCall) => AsyncIterable<AnswerPart>,
): StreamingModel {
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error(`${modelId} answers as a stream only.`)),
    doStream: (call) => Promise.resolve({ stream: streamOf(answer(call)) }),
  };
}

/** The model with options of its provider in every call. */
export function withProviderOptions(
  model: StreamingModel,
  providerOptions: NonNullable<ModelCall["providerOptions"]>,
): StreamingModel {
  const withOptions = (call: ModelCall): ModelCall => ({ ...call, providerOptions });
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) => model.doGenerate(withOptions(call)),
    doStream: (call) => model.doStream(withOptions(call)),
  };
}

/** One part per pull, so that a slow reader holds the model back. */
function streamOf(parts: AsyncIterable<AnswerPart>): ReadableStream<AnswerPart> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
