import { cutIntoPieces } from "@/lib/model/pieces";
import { argumentsOf, type Dialect, usualUsage, type WireReply } from "@/lib/model/testing/wire/answer";
import { openaiFailure } from "@/lib/model/testing/wire/openai-failures";
import type { JsonObject } from "@/lib/shared/json";

type Item = { opened: JsonObject; done: JsonObject; deltas: (JsonObject & { type: string })[] };

/** OpenAI responses: output items, each added, filled and done. */
export const openaiResponses: Dialect = {
  answers: (path) => path.endsWith("/responses"),
  failure: openaiFailure,
  streamFailure(kind, send) {
    const { code, message } = openaiFailure(kind).body.error as JsonObject;
    const error = { code: code ?? "server_error", message: message ?? "" };
    send({ type: "error", sequence_number: 9, error: { type: "error", param: null, ...error } }, "error");
  },

  speak(reply, send) {
    const event = (data: JsonObject & { type: string }) => send(data, data.type);
    const response = { id: "resp_1", object: "response", created_at: 1, model: "wire", output: [] };
    event({ type: "response.created", response: { ...response, status: "in_progress" } });
    itemsOf(reply).forEach(({ opened, deltas, done }, output_index) => {
      event({ type: "response.output_item.added", output_index, item: opened });
      for (const delta of deltas) event({ ...delta, item_id: opened.id ?? null, output_index });
      event({ type: "response.output_item.done", output_index, item: done });
    });
    if (reply.breaks) return openaiResponses.streamFailure(reply.breaks, send);
    const { input, cached, stored = 0, output } = reply.usage ?? usualUsage;
    const usage = {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: stored },
    };
    const status = reply.stopsShort ? "incomplete" : "completed";
    const why = reply.stopsShort && { incomplete_details: { reason: "max_output_tokens" } };
    event({ type: `response.${status}`, response: { ...response, status, usage, ...why } });
  },
};

function itemsOf({ reasoning = "", text = "", calls = [], pieces = 3, refuses }: WireReply): Item[] {
  const thoughts = { type: "reasoning", id: "rs_1", summary: [] };
  const said = { type: "message", id: "msg_1", role: "assistant", status: "completed" };
  const words = refuses ? "I can't help with that." : text;
  const content = refuses
    ? { type: "refusal", refusal: words }
    : { type: "output_text", text: words, annotations: [] };
  const spoken = refuses ? "response.refusal.delta" : "response.output_text.delta";
  return [
    ...(reasoning === ""
      ? []
      : [
          {
            opened: { ...thoughts, encrypted_content: null },
            deltas: [
              { type: "response.reasoning_summary_part.added", summary_index: 0 },
              ...cutIntoPieces(reasoning, pieces).map((delta) => ({
                type: "response.reasoning_summary_text.delta",
                summary_index: 0,
                delta,
              })),
              { type: "response.reasoning_summary_part.done", summary_index: 0 },
            ],
            done: { ...thoughts, encrypted_content: "sealed" },
          },
        ]),
    ...(words === ""
      ? []
      : [
          {
            opened: { ...said, content: [] },
            deltas: cutIntoPieces(words, pieces).map((delta) => ({ type: spoken, content_index: 0, delta })),
            done: { ...said, content: [content] },
          },
        ]),
    ...calls.map((call, index) => {
      const called = { type: "function_call", id: `fc_${index}`, call_id: `call_${index}`, name: call.name };
      const deltas = cutIntoPieces(argumentsOf(call), pieces).map((delta) => ({
        type: "response.function_call_arguments.delta",
        delta,
      }));
      const done = { ...called, status: "completed", arguments: argumentsOf(call) };
      return { opened: { ...called, status: "in_progress", arguments: "" }, deltas, done };
    }),
  ];
}
