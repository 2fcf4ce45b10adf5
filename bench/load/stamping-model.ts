import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as after } from "node:timers/promises";

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "bench", object: "chat.completion.chunk", created: 0, model: "stamping", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
/** What is around each moment, made once: thousands are sent a second. */
const [before = "", behind = ""] = chunk({ role: "assistant", content: "|" }).split("|");

/**
 * A model provider in this process that any OpenAI client can ask: each delta of its answer is the moment it was sent,
 * so that whoever reads it in the end, in this process, too, can tell how long it took.
 */
export async function openStampingModel(answer: { deltas: number; everyMs: number }) {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const began = performance.now();
    for (let n = 0; n < answer.deltas; n++) {
      await after(Math.max(0, began + n * answer.everyMs - performance.now()));
      response.write(`${before}${performance.now().toFixed(2)} ${behind}`);
    }
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  }).listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://localhost:${port}/v1`, close: () => void server.close() };
}
