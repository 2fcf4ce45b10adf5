import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Dialect, WireAnswer, WireReply } from "@/lib/model/testing/wire/answer";
import { anthropicMessages } from "@/lib/model/testing/wire/anthropic";
import { googleContent } from "@/lib/model/testing/wire/google";
import { openaiChat } from "@/lib/model/testing/wire/openai-chat";
import { openaiResponses } from "@/lib/model/testing/wire/openai-responses";
import { isJsonObject, type JsonObject, jsonOrText } from "@/lib/shared/json";

export type WireRequest = {
  path: string;
  body: JsonObject;
  text: string;
  headers: IncomingMessage["headers"];
};

export type WireServer = { url: string; requests: WireRequest[]; close(): Promise<void> };

const dialects: readonly Dialect[] = [anthropicMessages, openaiResponses, openaiChat, googleContent];

/**
 * A local server that speaks the providers' wire formats as streams, and fails as they do. It answers the n-th request
 * with the n-th answer, or as it is told for each, and keeps what it was sent.
 */
export async function openWireServer(
  answers: readonly WireAnswer[] | ((request: WireRequest) => WireAnswer),
  port = 0,
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const text = await readBody(incoming);
    const parsed = jsonOrText(text);
    const path = incoming.url ?? "";
    const request = { path, text, body: isJsonObject(parsed) ? parsed : {}, headers: incoming.headers };
    requests.push(request);
    const dialect = dialects.find((each) => each.answers(path));
    const answer = typeof answers === "function" ? answers(request) : answers[requests.length - 1];
    if (!dialect || !answer) return refuse(response, 500, { error: { message: "No answer is expected." } });
    if (!("fails" in answer)) return stream(response, answer, dialect);
    const { status, body } = dialect.failure(answer.fails);
    refuse(response, status, body, answer.headers);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1`,
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

function refuse(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, reply: WireReply, dialect: Dialect): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sent = 0;
  dialect.speak(reply, (data, event) => {
    sent += 1;
    // A cut answer breaks off in the middle of what it says.
    if (reply.cut && sent > 4) return;
    const line = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${event ? `event: ${event}\n` : ""}data: ${line}\n\n`);
  });
  if (reply.cut) setImmediate(() => response.destroy());
  else response.end();
}
