import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { CutReader } from "@/chaos/cut-reader";
import { writeEnduranceScenario } from "@/chaos/endurance-scenario";
import { playKills } from "@/chaos/kills";
import { accept, createPerson, isIdle, type Person, until } from "@/chaos/person";
import { createRandom } from "@/chaos/random";
import { type Ground, openGround } from "@/chaos/server";
import { playWalk } from "@/chaos/walk";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { freePort } from "@/lib/testing/free-port";

// The short forms of `npm run chaos`, against the routes and the runtime in a process of their own.
// What a database has no part in is played on one of them.
const onSqlite = inject("databaseKind") === "sqlite";

let database: TestDatabase;
let folder: string;
let scenarios: string;
let ground: Ground;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kaboo-everyday-"));
  scenarios = join(folder, "scenarios");
  mkdirSync(scenarios);
  database = openTestDatabase();
  const logFile = join(folder, "server.log");
  const parts = { dataFolder: folder, scenarios, databaseUrl: database.url, logFile, light: true };
  ground = await openGround(parts, await freePort());
}, 300_000);

afterAll(async () => {
  await ground?.kill();
  await database?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const idle = (reader: CutReader) => reader.isIdle();

/** What there is to compare: where a message was last touched is not among it. */
const told = ({ state }: CutReader) => ({
  messages: state.messages.map(({ metadata: _, ...message }) => message),
  state: state.state,
  interrupts: state.interrupts,
});

test.skipIf(!onSqlite)(
  "[R4] [H3] cut after every message, at random, twice at once and from too early: all end with the same",
  async () => {
    const threadId = "t_cuts";
    const person = createPerson(ground.url, threadId, threadId);
    const { body } = await person.call("POST", "/api/dashboards", { title: "Cuts" });
    writeEnduranceScenario(scenarios, threadId, (body as { id: string }).id, { chunks: 1, delayMs: 1 });
    const url = `${ground.url}/api/threads/${threadId}/events`;
    const random = createRandom(7);
    const whole = new CutReader(url);
    const cuts = Array.from({ length: 150 }, (_, at) => at + 1);

    async function playOn(
      start: () => ReturnType<Person["say"]>,
      readers: CutReader[],
      began: (each: CutReader) => boolean,
    ) {
      const over = (each: CutReader) => began(each) && each.isIdle();
      const reading = [whole, ...readers].map(async (reader, at) => {
        if (at === 0) return reader.read(over);
        // One is cut once, after as many messages as its place says; every tenth again and again.
        const first = reader.taken + at;
        await reader.read((each) => each.taken >= first || over(each));
        while (at % 10 === 0 && !over(reader)) {
          const next = reader.taken + random.between(1, 9);
          await reader.read((each) => each.taken >= next || over(each));
        }
        // Two connections at once, one of them from before what is known already.
        const early = Math.max(1, reader.state.seq - random.between(0, 12));
        await (at % 7 === 0 ? reader.readTwice(over, early) : reader.read(over));
      });
      accept(await start());
      await Promise.all(reading);
    }

    const readers = cuts.map(() => new CutReader(url));
    await playOn(
      () => person.say("Go."),
      readers,
      ({ state }) => state.interrupts.length > 0,
    );
    expect(whole.taken).toBeGreaterThan(60);
    expect(whole.taken).toBeLessThan(cuts.length);
    for (const [at, reader] of readers.entries())
      expect(told(reader), `cut after ${cuts[at]}`).toEqual(told(whole));
    expect(whole.state.interrupts).toHaveLength(1);

    await playOn(
      () => person.approve(whole.state.interrupts),
      readers.slice(0, 8),
      ({ state }) => state.messages.at(-1)?.content === "All of it is done.",
    );
    const fresh = new CutReader(url);
    await fresh.read(idle);
    for (const reader of [whole, ...readers.slice(0, 8)]) expect(told(reader)).toEqual(told(fresh));
    person.session.open();
    await until(person.session, "open", isIdle);
    expect(person.session.get().state.messages).toHaveLength(fresh.state.messages.length);
    person.session.close();
  },
  300_000,
);

test("[R5] [R3] [H3] killed at random moments, every conversation is whole after the restart and comes to its end", async () => {
  const counts = await playKills(ground, { kills: 2, threads: 2 }, createRandom(3), () => {});
  expect(counts.kills).toBe(2);
  expect(counts.runsHit).toBeGreaterThan(0);
  expect(counts.conversations).toBe(counts.begun);
}, 300_000);

test.skipIf(onSqlite)(
  "[R2] [R6] [D4] random steps of a person, restarts among them: model, database, page and agent agree",
  async () => {
    const counts = await playWalk(ground, createRandom(12), 20);
    expect(counts.say).toBeGreaterThan(2);
  },
  300_000,
);
