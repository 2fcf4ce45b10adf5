import { cutIntoPieces } from "@/lib/model/pieces";
import { argumentsOf, type Dialect, usualUsage } from "@/lib/model/testing/wire/answer";
import { openaiFailure } from "@/lib/model/testing/wire/openai-failures";
import type { JsonObject } from "@/lib/shared/json";

/** OpenAI chat completions: deltas of one choice, calls by index, usage in a chunk of its own, then `[DONE]`. */
export const openaiChat: Dialect = {
  answers: (path) => path.endsWith("/chat/completions"),
  failure: openaiFailure,
  streamFailure: (kind, send) => send(openaiFailure(kind).body),

  speak({ reasoning = "", text = "", calls = [], pieces = 3, ...end }, send) {
    const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "wire" };
    const chunk = (delta: JsonObject, finish_reason: string | null = null) =>
      send({ ...head, choices: [{ index: 0, delta, finish_reason }], usage: null });
    chunk({ role: "assistant", content: "" });
    for (const piece of cutIntoPieces(reasoning, pieces)) if (piece) chunk({ reasoning_content: piece });
    for (const piece of cutIntoPieces(text, pieces)) if (piece) chunk({ content: piece });
    calls.forEach((call, index) => {
      const [first = "", ...rest] = cutIntoPieces(argumentsOf(call), pieces);
      // Ids repeat from request to request, as some servers' do.
      const opened = { name: call.name, arguments: first };
      chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: opened }] });
      for (const piece of rest) chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    });
    if (end.breaks) return openaiChat.streamFailure(end.breaks, send);
    if (end.refuses) chunk({ refusal: "I can't help with that." });
    chunk({}, end.stopsShort ? "length" : calls.length > 0 ? "tool_calls" : "stop");
    const { input, cached, output } = end.usage ?? usualUsage;
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    };
    send({ ...head, choices: [], usage });
    send("[DONE]");
  },
};
