import { fork } from "node:child_process";
import { once } from "node:events";
import { parseEvent } from "../app/_session/parse-event";
import { reduceAll } from "../app/_session/reduce";
import { emptySession, type SessionState } from "../app/_session/session-state";
import type { Figure, Part } from "./figures";
import { inTurn, median, timed } from "./measure";
import { argumentDeltas, type Stream, stateDeltas, textDeltas } from "./session/streams";

/** P2: what the page does with what it is sent, against the stock client and against reading the same JSON. */
export const session: Part = {
  name: "session",
  title: "Browser session: taking in deltas",
  async run() {
    return [
      ...(await taking("10,000 argument deltas", argumentDeltas, 10_000, 10_000, 50)),
      ...(await taking("10,000 text deltas after 2,000 messages", textDeltas, 10_000, 1_000)),
      ...(await taking("1,000 state deltas at 32 KiB", stateDeltas, 1_000, 1_000)),
    ];
  },
};

/** Events that a page gets in one frame, about, when it is sent as much as it takes. */
const perFrame = 50;

function play({ before, texts }: Stream): void {
  let state: SessionState = { ...emptySession, messages: before };
  for (let at = 0; at < texts.length; at += perFrame) {
    const frame = texts.slice(at, at + perFrame).flatMap((text) => parseEvent(text) ?? []);
    state = reduceAll(state, frame);
  }
  if (state.run?.status !== "success" || state.diverged) throw new Error("The stream was not taken in.");
}

function readJson({ texts }: Stream): void {
  for (const text of texts) JSON.parse(text);
}

/** How long the stock client takes, in ms. */
async function playStock(stream: Stream): Promise<number> {
  const client = fork("bench/session/stock-client.mjs", { execArgv: [] });
  const answered = once(client, "message");
  client.send(stream);
  const [tookMs] = await answered;
  return Number(tookMs);
}

/** The stock client gets fewer where its time grows with what was there before, and its time for all is told by that. */
async function taking(
  what: string,
  make: (count: number) => Stream,
  count: number,
  stockCount: number,
  atLeast?: number,
): Promise<Figure[]> {
  const [whole, double, few] = [make(count), make(2 * count), make(stockCount)];
  const took = await inTurn(9, {
    ours: () => timed(() => play(whole)),
    double: () => timed(() => play(double)),
    json: () => timed(() => readJson(whole)),
  });
  const ours = median(took.ours);
  const stock = (await playStock(few)) * (count / stockCount);
  return [
    { rule: "P2", what, value: ours, unit: "ms" },
    {
      rule: "P2",
      what: `${what}: the stock client's time to ours`,
      value: stock / ours,
      unit: "×",
      ...(atLeast !== undefined && { atLeast }),
    },
    { rule: "P2", what: `${what}: ours to reading the JSON`, value: ours / median(took.json), unit: "×" },
    { rule: "P2", what: `${what}: twice as many`, value: median(took.double) / ours, unit: "×", atMost: 2.3 },
  ];
}
