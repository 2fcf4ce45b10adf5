import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextId } from "./engine/play-turn";
import type { Figure, Part } from "./figures";
import { openStampingModel } from "./load/stamping-model";
import { percentile } from "./measure";
import { openApp, type Server } from "./server";

const runs = 100;
const slowReaders = 50;
/** 30 deltas a second, for eight seconds. */
const answer = { deltas: 240, everyMs: 1_000 / 30 };

/** P5: a hundred runs at once, from the model's delta to the client, without and with readers that do not read. */
export const load: Part = {
  name: "load",
  title: `Load: ${runs} runs at once, 30 deltas a second each`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
    const model = await openStampingModel(answer);
    const app = await openApp({
      MODEL: "openai-compatible:stamping",
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      KABOO_DATA: folder,
    });
    try {
      await together(app, 10, 0);
      const alone = await together(app, runs, 0);
      const beside = await together(app, runs, slowReaders);
      return [...figuresOf("", alone), ...figuresOf(`, ${slowReaders} slow readers beside`, beside)];
    } finally {
      await app.stop();
      model.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
};

type Loaded = { lags: number[]; memoryMiB: number };

function figuresOf(beside: string, { lags, memoryMiB }: Loaded): Figure[] {
  const lag = (percent: number, atMost: number): Figure => ({
    rule: "P5",
    what: `delta of the model to the client, p${percent}${beside}`,
    value: percentile(lags, percent),
    unit: "ms",
    atMost,
  });
  return [
    lag(50, 40),
    lag(99, 120),
    { rule: "P5", what: `memory per run${beside}`, value: memoryMiB, unit: "MiB", atMost: 1 },
  ];
}

async function together(app: Server, count: number, slow: number): Promise<Loaded> {
  const before = (await app.usage()).rssMiB;
  let most = before;
  const watching = setInterval(async () => {
    most = Math.max(most, (await app.usage()).rssMiB);
  }, 500);
  const agent = new Agent({ keepAlive: true });
  const threads = Array.from({ length: count }, nextId);
  const lags: number[] = [];
  const playing = threads.map((thread) => play(app, agent, thread, lags));
  const open = threads.slice(0, slow).map((thread) => openUnread(app, thread));
  await Promise.all(playing);
  clearInterval(watching);
  for (const reader of await Promise.all(open)) reader.destroy();
  agent.destroy();
  return { lags, memoryMiB: (most - before) / count };
}

/** Plays one run to its end and notes how old each of its deltas is when it arrives. */
function play(app: Server, agent: Agent, threadId: string, lags: number[]): Promise<void> {
  const body = JSON.stringify({
    threadId,
    runId: nextId(),
    messages: [{ id: nextId(), role: "user", content: "What time is it?" }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  });
  return new Promise((resolve, reject) => {
    const asked = request(
      `${app.url}/api/agent`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (reply) => {
        reply.setEncoding("utf8");
        let rest = "";
        reply.on("data", (text: string) => {
          const now = performance.now();
          const whole = rest + text;
          const end = whole.lastIndexOf("\n\n") + 1;
          rest = whole.slice(end);
          for (const sent of stampsIn(whole.slice(0, end))) lags.push(now - sent);
        });
        reply.on("end", () => (reply.statusCode === 200 ? resolve() : reject(new Error(rest))));
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The moments in the pieces of text. Found, not parsed: the client shares its two cores with what it measures. */
function stampsIn(events: string): number[] {
  return Array.from(events.matchAll(/"delta":"([\d. ]+)"/g), ([, delta = ""]) => delta).flatMap((delta) =>
    delta.trim().split(" ").map(Number),
  );
}

/** A reader of the thread's stream that takes nothing of what it is sent. */
function openUnread(app: Server, threadId: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${app.url}/api/threads/${threadId}/events`, (reply) => resolve(reply.pause()))
      .on("error", reject)
      .end();
  });
}
