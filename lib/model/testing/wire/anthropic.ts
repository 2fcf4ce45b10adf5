import { cutIntoPieces } from "@/lib/model/pieces";
import { argumentsOf, type Dialect, usualUsage, type WireReply } from "@/lib/model/testing/wire/answer";
import type { JsonObject } from "@/lib/shared/json";

/** Anthropic messages: content blocks with start, deltas and stop; what was read is counted at the beginning. */
export const anthropicMessages: Dialect = {
  answers: (path) => path.endsWith("/messages"),
  failure(kind) {
    const { status, ...error } = failures[kind];
    return { status, body: { type: "error", error, request_id: "req_1" } };
  },
  streamFailure: (kind, send) => send(anthropicMessages.failure(kind).body, "error"),

  speak(reply, send) {
    const event = (data: JsonObject & { type: string }) => send(data, data.type);
    const { input, cached, stored = 0, output } = reply.usage ?? usualUsage;
    const usage = {
      input_tokens: input - cached - stored,
      output_tokens: 1,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: stored,
    };
    const head = { id: "msg_1", type: "message", role: "assistant", model: "wire", content: [] };
    event({ type: "message_start", message: { ...head, stop_reason: null, stop_sequence: null, usage } });
    blocksOf(reply).forEach(({ start, deltas }, index) => {
      event({ type: "content_block_start", index, content_block: start });
      for (const delta of deltas) event({ type: "content_block_delta", index, delta });
      event({ type: "content_block_stop", index });
    });
    if (reply.breaks) return anthropicMessages.streamFailure(reply.breaks, send);
    const delta = { stop_reason: stopReason(reply), stop_sequence: null };
    event({ type: "message_delta", delta, usage: { output_tokens: output } });
    event({ type: "message_stop" });
  },
};

function stopReason({ refuses, stopsShort, calls = [] }: WireReply): string {
  if (refuses) return "refusal";
  if (stopsShort) return "max_tokens";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function blocksOf({ reasoning = "", text = "", calls = [], pieces = 3 }: WireReply) {
  const thoughts = cutIntoPieces(reasoning, pieces).map((thinking) => ({ type: "thinking_delta", thinking }));
  const words = cutIntoPieces(text, pieces).map((piece) => ({ type: "text_delta", text: piece }));
  const signature = { type: "signature_delta", signature: "signed" };
  return [
    ...(reasoning ? [{ start: { type: "thinking", thinking: "" }, deltas: [...thoughts, signature] }] : []),
    ...(text ? [{ start: { type: "text", text: "" }, deltas: words }] : []),
    ...calls.map((call, index) => ({
      start: { type: "tool_use", id: `toolu_${index}`, name: call.name, input: {} },
      deltas: cutIntoPieces(argumentsOf(call), pieces).map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      })),
    })),
  ];
}

const failures = {
  bad_key: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
  no_such_model: { status: 404, type: "not_found_error", message: "model: wire" },
  rate_limit: {
    status: 429,
    type: "rate_limit_error",
    message: "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
  },
  overloaded: { status: 529, type: "overloaded_error", message: "Overloaded" },
  context_too_long: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 300000 tokens > 200000 maximum",
  },
  no_credit: {
    status: 400,
    type: "invalid_request_error",
    message: "Your credit balance is too low to access the Anthropic API.",
  },
};
