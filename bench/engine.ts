import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turnsAtFirst } from "../app/_session/earlier-turns";
import { nextId, playTurn, type Turn } from "./engine/play-turn";
import { standardScenario } from "./engine/standard-turn";
import type { Figure, Part } from "./figures";
import { inTurn, median, ratio, timed } from "./measure";
import { openApp, openProgram, type Server } from "./server";

const longest = 50;

/** P1: the standard turn through the production server, which stores every event first, against the bare loop. */
export const engine: Part = {
  name: "engine",
  title: "Engine: a standard turn against a bare loop",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
    writeFileSync(join(folder, "standard.json"), JSON.stringify(standardScenario(longest + 2)));
    const app = await openApp({
      MODEL: "scripted",
      KABOO_SCENARIOS: folder,
      KABOO_DATA: join(folder, "data"),
    });
    const bare = await openProgram("bench/engine/bare-server.ts", { BENCH_TURNS: String(longest + 2) });
    try {
      const sides = { app, bare };
      await Promise.all([warmUp(app), warmUp(bare)]);
      return [
        ...(await atOnce(sides, 1)),
        ...(await atOnce(sides, 8)),
        ...(await atOnce(sides, 32)),
        ...(await memory(sides)),
        ...(await longThreads(sides)),
      ];
    } finally {
      await Promise.all([app.stop(), bare.stop()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
};

type Sides = { app: Server; bare: Server };

async function warmUp(server: Server): Promise<void> {
  for (let n = 0; n < 5; n++) await manyTurns(server, 30, 4);
}

/** So many turns, each in a conversation of its own. */
async function manyTurns(server: Server, turns: number, together: number): Promise<Turn[]> {
  const played: Turn[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun++ < turns) played.push(await playTurn(server, nextId()));
  };
  await Promise.all(Array.from({ length: together }, worker));
  return played;
}

type Batch = { cpuMs: number; perSecond: number; firstTextMs: number };

async function batch(server: Server, turns: number, together: number): Promise<Batch> {
  const before = await server.usage();
  let played: Turn[] = [];
  const tookMs = await timed(async () => {
    played = await manyTurns(server, turns, together);
  });
  const cpuMs = ((await server.usage()).cpuMs - before.cpuMs) / turns;
  return {
    cpuMs,
    perSecond: (turns * 1_000) / tookMs,
    firstTextMs: median(played.map((turn) => turn.firstTextMs)),
  };
}

async function atOnce({ app, bare }: Sides, together: number): Promise<Figure[]> {
  const turns = together === 1 ? 20 : together * 3;
  const took = await inTurn(5, {
    app: () => batch(app, turns, together),
    bare: () => batch(bare, turns, together),
  });
  const each = (key: keyof Batch) =>
    [took.app.map((one) => one[key]), took.bare.map((one) => one[key])] as const;
  const [ours, theirs] = each("cpuMs");
  const figures: Figure[] = [
    {
      rule: "P1",
      what: `turns a second, ${together} at once`,
      value: ratio(...each("perSecond")),
      unit: "×",
      atLeast: 0.9,
    },
    {
      rule: "P1",
      what: `CPU per turn, ${together} at once`,
      value: ratio(ours, theirs),
      unit: "×",
      atMost: 1.25,
    },
  ];
  if (together > 1) return figures;
  const [first, bareFirst] = each("firstTextMs");
  return [
    ...figures,
    { rule: "P1", what: "CPU per turn, 1 at once, the bare loop's own", value: median(theirs), unit: "ms" },
    { rule: "P1", what: "time to first text", value: ratio(first, bareFirst), unit: "×", atMost: 2.2 },
    { rule: "P1", what: "time to first text, the bare loop's own", value: median(bareFirst), unit: "ms" },
  ];
}

/** After all that has been played by now. */
async function memory({ app, bare }: Sides): Promise<Figure[]> {
  const [ours, theirs] = [await app.usage(), await bare.usage()];
  return [
    { rule: "P1", what: "peak memory", value: ours.peakMiB / theirs.peakMiB, unit: "×", atMost: 1.3 },
    { rule: "P1", what: "peak memory, the app", value: ours.peakMiB, unit: "MiB" },
    { rule: "P1", what: "peak memory, the bare loop", value: theirs.peakMiB, unit: "MiB" },
  ];
}

type Grown = { early: number; late: number; threads: string[] };

/** Several conversations that grow side by side: the CPU that a turn costs around the 5th and around the 50th. */
async function grow(server: Server): Promise<Grown> {
  const threads = Array.from({ length: 6 }, nextId);
  const cost: number[] = [];
  for (let turn = 1; turn <= longest; turn++) {
    const before = await server.usage();
    for (const thread of threads) await playTurn(server, thread);
    cost.push(((await server.usage()).cpuMs - before.cpuMs) / threads.length);
  }
  return { early: median(cost.slice(2, 7)), late: median(cost.slice(-5)), threads };
}

async function longThreads({ app, bare }: Sides): Promise<Figure[]> {
  const ours = await grow(app);
  const theirs = await grow(bare);
  const opening: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < 4; round++)
    for (const thread of ours.threads) {
      opening.push(await reopen(app, thread, `?turns=${turnsAtFirst}`));
      whole.push(await reopen(app, thread, ""));
    }
  return [
    {
      rule: "P1",
      what: "CPU of turn 50 to that of turn 5",
      value: ours.late / ours.early,
      unit: "×",
      atMost: 1.1,
    },
    { rule: "P1", what: "the same of the bare loop", value: theirs.late / theirs.early, unit: "×" },
    { rule: "P1", what: "CPU of turn 50, to the bare loop's", value: ours.late / theirs.late, unit: "×" },
    {
      rule: "P1",
      what: "reopening 50 turns as the page does, until all it asks for is there",
      value: median(opening),
      unit: "ms",
      atMost: 5,
    },
    { rule: "P1", what: "the same with all 50 turns at once", value: median(whole), unit: "ms" },
  ];
}

/** Until the snapshots are there: from then on the stream only waits. */
async function reopen(server: Server, threadId: string, query: string): Promise<number> {
  return timed(async () => {
    const left = new AbortController();
    const answer = await fetch(`${server.url}/api/threads/${threadId}/events${query}`, {
      signal: left.signal,
    });
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.includes('"STATE_SNAPSHOT"') && text.endsWith("\n\n")) break;
    }
    left.abort();
  });
}
