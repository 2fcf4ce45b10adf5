import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { cutIntoPieces } from "@/lib/model/pieces";
import { isJsonObject, type JsonObject, jsonOrText } from "@/lib/shared/json";

export type WireCall = {
  name: string;
  input: JsonObject /** Sent as it is, in place of the input. */;
  json?: string;
};

/** What the server answers to one request. */
export type WireAnswer =
  | {
      text?: string;
      calls?: WireCall[] /** Arguments in this many pieces; 1 for whole. */;
      pieces?: number;
      cut?: boolean;
    }
  | { status: number; body: JsonObject; headers?: Record<string, string> };

export type WireServer = {
  url: string;
  requests: { path: string; body: JsonObject; text: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
};

type Send = (data: JsonObject | string, event?: string) => void;
type Dialect = (answer: Exclude<WireAnswer, { status: number }>, send: Send) => void;

/**
 * A local server that speaks the wire formats of OpenAI's chat completions and responses and of Anthropic's messages,
 * as streams, and fails as they do. It answers the n-th request with the n-th answer, and keeps what it was sent.
 */
export async function openWireServer(answers: readonly WireAnswer[]): Promise<WireServer> {
  const requests: WireServer["requests"] = [];
  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    const parsed = jsonOrText(text);
    const path = request.url ?? "";
    requests.push({ path, text, body: isJsonObject(parsed) ? parsed : {}, headers: request.headers });
    const answer = answers[requests.length - 1];
    if (!answer) return fail(response, 500, { error: { message: "The test expected no further request." } });
    if ("status" in answer) return fail(response, answer.status, answer.body, answer.headers);
    stream(response, answer, dialectFor(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function fail(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function stream(
  response: ServerResponse,
  answer: Exclude<WireAnswer, { status: number }>,
  dialect: Dialect,
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sent = 0;
  dialect(answer, (data, event) => {
    sent += 1;
    // A cut answer breaks off in the middle of what it says.
    if (answer.cut && sent > 4) return;
    const line = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${event ? `event: ${event}\n` : ""}data: ${line}\n\n`);
  });
  if (answer.cut) setImmediate(() => response.destroy());
  else response.end();
}

function dialectFor(path: string): Dialect {
  if (path.endsWith("/messages")) return speakAnthropic;
  return path.endsWith("/responses") ? speakResponses : speakChat;
}

const jsonOf = (call: WireCall): string => call.json ?? JSON.stringify(call.input);

/** OpenAI chat completions: deltas of one choice, calls by index, then `[DONE]`. */
const speakChat: Dialect = ({ text = "", calls = [], pieces = 3 }, send) => {
  const chunk = (delta: JsonObject, finish: string | null = null, usage?: JsonObject) =>
    send({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "wire",
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage && { usage }),
    });
  chunk({ role: "assistant", content: "" });
  for (const piece of cutIntoPieces(text, pieces)) if (piece) chunk({ content: piece });
  calls.forEach((call, index) => {
    const [first = "", ...rest] = cutIntoPieces(jsonOf(call), pieces);
    // Ids repeat from request to request, as some servers' do.
    const opening = {
      index,
      id: `call_${index}`,
      type: "function",
      function: { name: call.name, arguments: first },
    };
    chunk({ tool_calls: [opening] });
    for (const piece of rest) chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  });
  chunk({}, calls.length > 0 ? "tool_calls" : "stop", {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
  });
  send("[DONE]");
};

/** Anthropic messages: content blocks with start, deltas and stop. */
const speakAnthropic: Dialect = ({ text = "", calls = [], pieces = 3 }, send) => {
  const event = (data: JsonObject & { type: string }) => send(data, data.type);
  event({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "wire",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        output_tokens: 1,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 2,
      },
    },
  });
  const blocks = [
    ...(text
      ? [
          {
            start: { type: "text", text: "" },
            deltas: cutIntoPieces(text, pieces).map((piece) => ({ type: "text_delta", text: piece })),
          },
        ]
      : []),
    ...calls.map((call, index) => ({
      start: { type: "tool_use", id: `toolu_${index}`, name: call.name, input: {} },
      deltas: cutIntoPieces(jsonOf(call), pieces).map((piece) => ({
        type: "input_json_delta",
        partial_json: piece,
      })),
    })),
  ];
  blocks.forEach(({ start, deltas }, index) => {
    event({ type: "content_block_start", index, content_block: start });
    for (const delta of deltas) event({ type: "content_block_delta", index, delta });
    event({ type: "content_block_stop", index });
  });
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  event({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } });
  event({ type: "message_stop" });
};

/** OpenAI responses: output items, each added, filled and done. */
const speakResponses: Dialect = ({ text = "", calls = [], pieces = 3 }, send) => {
  const event = (data: JsonObject & { type: string }) => send(data, data.type);
  const response = (status: string): JsonObject => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    model: "wire",
    output: [],
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  });
  event({ type: "response.created", response: response("in_progress") });
  let output_index = 0;
  if (text) {
    const item = { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] };
    event({ type: "response.output_item.added", output_index, item });
    for (const delta of cutIntoPieces(text, pieces))
      event({ type: "response.output_text.delta", item_id: "msg_1", output_index, content_index: 0, delta });
    const content = [{ type: "output_text", text, annotations: [] }];
    event({
      type: "response.output_item.done",
      output_index,
      item: { ...item, status: "completed", content },
    });
    output_index += 1;
  }
  calls.forEach((call, index) => {
    const item = {
      type: "function_call",
      id: `fc_${index}`,
      call_id: `call_${index}`,
      name: call.name,
      arguments: "",
      status: "in_progress",
    };
    event({ type: "response.output_item.added", output_index, item });
    for (const delta of cutIntoPieces(jsonOf(call), pieces))
      event({ type: "response.function_call_arguments.delta", item_id: item.id, output_index, delta });
    event({
      type: "response.output_item.done",
      output_index,
      item: { ...item, status: "completed", arguments: jsonOf(call) },
    });
    output_index += 1;
  });
  event({ type: "response.completed", response: response("completed") });
};
