import { Agent, request } from "node:http";
import type { Server } from "../server";
import { browserState, question, standardTurn } from "./standard-turn";

/** Lets go of an idle connection before the server does, which would be in the middle of a request now and then. */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_000 });

export type Turn = { firstTextMs: number; tookMs: number };

let made = 0;
export const nextId = (): string => `bench-${process.pid}-${made++}`;

/** One standard turn, as a client has it: until its first text, and until the answer has ended. */
export function playTurn(server: Server, threadId: string): Promise<Turn> {
  const body = JSON.stringify({
    threadId,
    runId: nextId(),
    messages: [{ id: nextId(), role: "user", content: question }],
    tools: [],
    context: [],
    state: browserState,
    forwardedProps: { kaboo_scenario: standardTurn },
  });
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let firstTextMs: number | undefined;
    let last = "";
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const asked = request(`${server.url}/api/agent`, { method: "POST", agent, headers }, (answer) => {
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => {
        if (firstTextMs === undefined && isText.test(text)) firstTextMs = performance.now() - began;
        last = text;
      });
      answer.on("end", () => {
        if (firstTextMs !== undefined && isEnd.test(last))
          resolve({ firstTextMs, tookMs: performance.now() - began });
        else reject(new Error(`${answer.statusCode}: ${last.slice(0, 500)}`));
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const isText = /"type":"(TEXT_MESSAGE_CONTENT|text-delta)"/;
const isEnd = /"type":"(RUN_FINISHED|finish)"/;
