import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDb } from "@/lib/db/client";
import { turnsAtFirst } from "../app/_session/earlier-turns";
import type { Figure, Part } from "./figures";
import { inTurn, median } from "./measure";
import { openApp, type Server } from "./server";

const sizes = [10, 100, 1_000];

/** P3: opening conversations of 10, 100 and 1,000 turns as the page does: what is earlier it reads when one scrolls up. */
export const replay: Part = {
  name: "replay",
  title: "Opening a conversation",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
    const db = openDb(folder);
    for (const turns of sizes) await storeThread(db, threadOf(turns), turns);
    await db.$disconnect();
    const app = await openApp({ MODEL: "scripted", KABOO_DATA: folder });
    try {
      return await opening(app);
    } finally {
      await app.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
};

const threadOf = (turns: number) => `t_turns${turns}`;

type Opened = { bytes: number; firstByteMs: number; allMs: number };

async function opening(app: Server): Promise<Figure[]> {
  const took = await inTurn(
    15,
    Object.fromEntries(sizes.map((turns) => [turns, () => open(app, threadOf(turns))])),
  );
  const of = (turns: number, key: keyof Opened) => median((took[turns] ?? []).map((one) => one[key]));
  return [
    ...sizes.map(
      (turns): Figure => ({
        rule: "P3",
        what: `${turns} turns, bytes`,
        value: of(turns, "bytes") / 1024,
        unit: "KiB",
      }),
    ),
    {
      rule: "P3",
      what: "1,000 turns, bytes to those of 10",
      value: of(1_000, "bytes") / of(10, "bytes"),
      unit: "×",
      atMost: 1.5,
    },
    ...sizes.map(
      (turns): Figure => ({
        rule: "P3",
        what: `${turns} turns, first byte`,
        value: of(turns, "firstByteMs"),
        unit: "ms",
        ...(turns === 1_000 && { atMost: 50 }),
      }),
    ),
    { rule: "P3", what: "1,000 turns, until all is there", value: of(1_000, "allMs"), unit: "ms" },
  ];
}

/** Until the snapshots are there: from then on the stream only waits. */
async function open(app: Server, threadId: string): Promise<Opened> {
  const left = new AbortController();
  const began = performance.now();
  const answer = await fetch(`${app.url}/api/threads/${threadId}/events?turns=${turnsAtFirst}`, {
    signal: left.signal,
  });
  const decoder = new TextDecoder();
  let text = "";
  let firstByteMs: number | undefined;
  for await (const bytes of answer.body ?? []) {
    firstByteMs ??= performance.now() - began;
    text += decoder.decode(bytes, { stream: true });
    if (text.includes('"STATE_SNAPSHOT"') && text.endsWith("\n\n")) break;
  }
  const allMs = performance.now() - began;
  left.abort();
  return { bytes: Buffer.byteLength(text), firstByteMs: firstByteMs ?? allMs, allMs };
}

/** A folded conversation of standard size: a question, two calls with their results, an answer a turn. */
async function storeThread(db: Db, threadId: string, turns: number): Promise<void> {
  const at = new Date();
  const rows = Array.from({ length: turns }, (_, turn) => turnMessages(turn)).flat();
  const seq = turns * 40;
  await db.thread.create({
    data: {
      id: threadId,
      ownerId: "local",
      title: `${turns} turns`,
      state: {},
      browserState: {},
      seq,
      foldedSeq: seq,
      createdAt: at,
      updatedAt: at,
    },
  });
  for (let from = 0; from < rows.length; from += 100)
    await db.message.createMany({
      data: rows.slice(from, from + 100).map((payload, index) => ({
        threadId,
        position: from + index,
        id: payload.id,
        runId: "r_bench",
        payload,
      })),
    });
}

function turnMessages(turn: number) {
  const call = (id: string) => ({
    id,
    type: "function",
    function: { name: "lab___remember", arguments: JSON.stringify({ value: "x".repeat(1_500) }) },
  });
  const [one, other] = [`c_${turn}a`, `c_${turn}b`];
  return [
    { id: `m_${turn}q`, role: "user", content: "Where does churn come from, and what did we do about it?" },
    {
      id: `m_${turn}n`,
      role: "assistant",
      content: "I'll note that down.",
      toolCalls: [call(one), call(other)],
    },
    { id: `m_${turn}r`, role: "tool", toolCallId: one, content: "Remembered." },
    { id: `m_${turn}s`, role: "tool", toolCallId: other, content: "Remembered." },
    { id: `m_${turn}a`, role: "assistant", content: "It is one region after a change of price. ".repeat(20) },
  ];
}
