// What the app is measured against: the model library's own loop behind node:http, and nothing else. Keeps conversations in memory.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { type ModelMessage, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
import { scriptedModel } from "@/lib/model/scripted/scripted-model";
import { standardScenario } from "./standard-turn";

const Asked = z.object({ threadId: z.string(), messages: z.array(z.object({ content: z.string() })) });

const scenario = standardScenario(Number(process.env.BENCH_TURNS));
const threads = new Map<string, ModelMessage[]>();
const tools = {
  lab___remember: tool({
    inputSchema: z.strictObject({ value: z.json() }),
    execute: async ({ value }) => value,
  }),
};

const server = createServer(async (request, response) => {
  if (request.url === "/api/health") return response.end("ok");
  const { threadId, messages } = Asked.parse(await json(request));
  const thread = threads.get(threadId) ?? [];
  threads.set(threadId, thread);
  thread.push({ role: "user", content: messages.at(-1)?.content ?? "" });
  response.writeHead(200, { "content-type": "text/event-stream" });
  const result = streamText({
    model: scriptedModel(scenario, "analyst", new Map()),
    messages: thread,
    tools,
    stopWhen: stepCountIs(10),
  });
  for await (const part of result.fullStream) response.write(`data: ${JSON.stringify(part)}\n\n`);
  thread.push(...(await result.response).messages);
  response.end();
});
server.listen(Number(process.env.PORT), "localhost");
process.on("SIGTERM", () => process.exit(0));
