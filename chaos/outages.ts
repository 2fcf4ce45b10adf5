import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { checkThread } from "@/chaos/check-thread";
import { writeEnduranceScenario } from "@/chaos/endurance-scenario";
import { accept, createPerson, isDone, isIdle, shownBy, until } from "@/chaos/person";
import type { Random } from "@/chaos/random";
import { type ServerParts, startServer } from "@/chaos/server";
import { openCutProxy } from "@/lib/db/testing/cut-proxy";
import { newId } from "@/lib/shared/id";
import { freePort } from "@/lib/testing/free-port";

const atOnce = 8;

/**
 * Two servers on one PostgreSQL database, which for one of them goes away every few seconds: refused, broken off, or
 * silent, for up to 2 s; and what it listens on is ended. Every run comes to its end all the same, and each call has
 * one result.
 */
export async function playOutages(
  parts: ServerParts & { port: number; runs: number; databaseUrl: string },
  random: Random,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const counts = { runs: 0, broken: 0, cut: 0, dropped: 0, frozen: 0, unheard: 0, conversations: 0 };
  const direct = new URL(parts.databaseUrl);
  const proxy = await openCutProxy({ host: direct.hostname, port: Number(direct.port) });
  const cuttable = new URL(direct);
  cuttable.port = String(proxy.port);
  const watcher = await startServer(parts, await freePort());
  const server = await startServer({ ...parts, databaseUrl: cuttable.href }, parts.port);
  const admin = new Client({ connectionString: direct.href });
  await admin.connect();
  let over = false;

  async function disturb() {
    while (!over) {
      await sleep(random.between(1_500, 4_000));
      const kind = random.pick(["cut", "dropped", "frozen", "unheard"] as const);
      counts[kind] += 1;
      if (kind === "dropped") proxy.drop();
      if (kind === "unheard")
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
        );
      if (kind === "cut") {
        await proxy.cut();
        await sleep(random.between(100, 2_000));
        await proxy.mend();
      }
      if (kind === "frozen") {
        proxy.freeze();
        await sleep(random.between(100, 2_000));
        proxy.thaw();
      }
    }
  }

  async function talk(at: number) {
    while (counts.runs < parts.runs) {
      const threadId = newId("t");
      // They read on either server what runs on the one.
      const person = createPerson(server.url, threadId, threadId, at % 2 === 0 ? server.url : watcher.url);
      const { session } = person;
      const { body } = await person.call("POST", "/api/dashboards", { title: threadId });
      const dashboard = (body as { id: string }).id;
      writeEnduranceScenario(parts.scenarios, threadId, dashboard);
      session.open();
      await until(session, "open", isIdle);
      while (!isDone(session)) {
        const { seq, interrupts, run } = session.get().state;
        const broken = run?.status === "error";
        if (broken) say(`${threadId}: ${run.error?.message}`);
        counts.broken += broken ? 1 : 0;
        const asked = interrupts.length > 0 ? person.approve(interrupts) : person.say("Go.");
        accept(await (broken ? person.goOn() : asked));
        await until(session, "idle", (each) => each.get().state.seq > seq && isIdle(each));
        counts.runs += 1;
      }
      await checkThread(person, dashboard, shownBy(session));
      session.close();
      counts.conversations += 1;
      if (counts.conversations % 5 === 0) say(JSON.stringify(counts));
    }
  }

  const disturbing = disturb();
  try {
    await Promise.all(Array.from({ length: atOnce }, (_, at) => talk(at)));
  } finally {
    over = true;
    await disturbing;
    await Promise.all([server.kill(), watcher.kill()]);
    await admin.end();
    await proxy.close();
  }
  return counts;
}
