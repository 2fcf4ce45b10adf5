import type { Dialect } from "@/lib/model/testing/wire/answer";

/** As OpenAI's two interfaces tell them, and most servers after its model. */
export const openaiFailure: Dialect["failure"] = (kind) => {
  const { status, ...error } = failures[kind];
  return { status, body: { error: { param: null, ...error } } };
};

const invalid = "invalid_request_error";
const failures = {
  bad_key: {
    status: 401,
    message: "Incorrect API key provided: sk-secret.",
    type: invalid,
    code: "invalid_api_key",
  },
  no_such_model: {
    status: 404,
    message: "The model `wire` does not exist or you do not have access to it.",
    type: invalid,
    code: "model_not_found",
  },
  rate_limit: {
    status: 429,
    message: "Rate limit reached for wire on tokens per min (TPM).",
    type: "tokens",
    code: "rate_limit_exceeded",
  },
  overloaded: {
    status: 503,
    message: "The server is currently overloaded with other requests.",
    type: "server_error",
    code: null,
  },
  context_too_long: {
    status: 400,
    message: "This model's maximum context length is 128000 tokens. However, your messages have 300000.",
    type: invalid,
    code: "context_length_exceeded",
  },
  no_credit: {
    status: 429,
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  },
};
