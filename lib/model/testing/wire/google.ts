import { cutIntoPieces } from "@/lib/model/pieces";
import { type Dialect, usualUsage, type WireCall, type WireReply } from "@/lib/model/testing/wire/answer";
import type { JsonObject } from "@/lib/shared/json";

/** Google's generateContent as a stream: parts of one candidate, the last with how it ended and what it took. */
export const googleContent: Dialect = {
  answers: (path) => path.includes(":streamGenerateContent"),
  failure(kind) {
    const [code, status, message, details = []] = failures[kind];
    return { status: code, body: { error: { code, status, message, details } } };
  },
  streamFailure: (kind, send) => send(googleContent.failure(kind).body),

  speak(reply, send) {
    const chunk = (parts: JsonObject[], end: JsonObject = {}) =>
      send({
        candidates: [{ index: 0, content: { role: "model", parts }, ...end }],
        modelVersion: "wire",
        responseId: "res_1",
      });
    const { reasoning = "", text = "", calls = [], pieces = 3 } = reply;
    for (const piece of cutIntoPieces(reasoning, pieces)) if (piece) chunk([{ text: piece, thought: true }]);
    for (const piece of cutIntoPieces(text, pieces)) if (piece) chunk([{ text: piece }]);
    // What can't be read never leaves Google: the whole answer ends as such.
    const malformed = calls.some((call) => call.json !== undefined);
    if (!malformed) for (const call of calls) for (const part of partsOf(call, pieces)) chunk([part]);
    if (reply.breaks) return googleContent.streamFailure(reply.breaks, send);
    const { input, cached, output } = reply.usage ?? usualUsage;
    send({
      candidates: [{ index: 0, finishReason: malformed ? "MALFORMED_FUNCTION_CALL" : finishReason(reply) }],
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cached,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
    });
  },
};

function finishReason({ refuses, stopsShort }: WireReply): string {
  if (refuses) return "SAFETY";
  return stopsShort ? "MAX_TOKENS" : "STOP";
}

/** Whole, or its texts growing piece by piece under their paths. The signature of a thought comes with the call. */
function partsOf({ name, input }: WireCall, pieces: number): JsonObject[] {
  if (pieces === 1) return [{ functionCall: { name, args: input }, thoughtSignature: "signed" }];
  const growing = Object.entries(input).flatMap(([key, value]) =>
    cutIntoPieces(String(value), pieces).map((stringValue, index, all) => ({
      functionCall: {
        partialArgs: [{ jsonPath: `$.${key}`, stringValue, willContinue: index < all.length - 1 }],
        willContinue: true,
      },
    })),
  );
  const opened = { functionCall: { name, willContinue: true }, thoughtSignature: "signed" };
  return [opened, ...growing, { functionCall: {} }];
}

const failures: Record<
  Parameters<Dialect["failure"]>[0],
  [code: number, status: string, message: string, details?: JsonObject[]]
> = {
  bad_key: [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."],
  no_such_model: [404, "NOT_FOUND", "models/wire is not found for API version v1beta."],
  rate_limit: [
    429,
    "RESOURCE_EXHAUSTED",
    "Resource has been exhausted (e.g. check quota).",
    [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0.005s" }],
  ],
  overloaded: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  context_too_long: [
    400,
    "INVALID_ARGUMENT",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  ],
  no_credit: [429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted. Check billing."],
};
