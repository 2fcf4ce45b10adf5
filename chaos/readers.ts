import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accept, createPerson, isIdle, until } from "@/chaos/person";
import { type ServerParts, startServer } from "@/chaos/server";
import type { Scenario, Step } from "@/lib/scenarios/scenario";
import { newId } from "@/lib/shared/id";

/** Of a long run: so many steps with so many results of 60 KB. Together it is more than sockets take in by themselves. */
const steps = 20;
const callsAtOnce = 15;
/** A stalled reader may cost so much of the server's memory, and is let go after so long. */
const mostMibEach = 2;
const letGoMs = 6 * 60_000;

/**
 * Readers of a long run that take nothing, behind connections that nobody closes: the run ends as soon as without them,
 * the server's memory stays, and when they have been let go there is room for others.
 */
export async function playReaders(
  parts: ServerParts & { port: number; readers: number },
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const server = await startServer(
    { ...parts, env: { KABOO_MAX_READERS: String(parts.readers + 1) } },
    parts.port,
  );
  const sockets: Socket[] = [];
  try {
    const first = await playLong(server.url, parts.scenarios, () => Promise.resolve());
    const alone = await playLong(server.url, parts.scenarios, () => Promise.resolve());
    const beside = await playLong(server.url, parts.scenarios, async (threadId) => {
      for (let at = 0; at < parts.readers; at++) sockets.push(await openStalled(server.url, threadId));
    });
    const mibEach = (beside.peakMib - Math.max(first.peakMib, alone.peakMib)) / parts.readers;
    const counts = {
      ...{ readers: parts.readers, runMs: alone.ms, runMsBeside: beside.ms },
      ...{ peakMib: alone.peakMib, peakMibBeside: beside.peakMib },
    };
    say(JSON.stringify(counts));
    if (mibEach > mostMibEach) throw new Error(`a stalled reader costs ${mibEach.toFixed(1)} MiB`);
    // They fill all places but one, until they are thought gone.
    const other = await openStalled(server.url, newId("t"));
    if ((await tryReader(server.url)) !== 503) throw new Error("the readers were let go too early");
    const letGoFrom = performance.now();
    while ((await tryReader(server.url)) === 503) {
      if (performance.now() - letGoFrom > letGoMs) throw new Error("stalled readers keep their places");
      await sleep(5_000);
    }
    other.destroy();
    return { ...counts, letGoMs: Math.round(performance.now() - letGoFrom) };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.kill();
  }
}

async function playLong(url: string, scenarios: string, begin: (threadId: string) => Promise<void>) {
  const threadId = newId("t");
  const big = (_: unknown, at: number) => ({ id: `big${at}`, tool: "lab___big", input: { bytes: 60_000 } });
  const step: Step = { text: "Big ones.", calls: Array.from({ length: callsAtOnce }, big) };
  const analyst = [...Array.from({ length: steps }, () => step), { text: "That was all." }];
  const scenario: Scenario = { name: threadId, turns: [{ user: "Go." }], script: { analyst } };
  writeFileSync(join(scenarios, `${threadId}.json`), JSON.stringify(scenario));
  const person = createPerson(url, threadId, threadId);
  person.session.open();
  await until(person.session, "open", isIdle);
  await begin(threadId);
  let peakMib = 0;
  const watching = setInterval(async () => {
    peakMib = Math.max(peakMib, await memoryMib(url));
  }, 250);
  const from = performance.now();
  accept(await person.say("Go."));
  await until(person.session, "over", (each) => each.get().state.messages.length > 1 && isIdle(each));
  clearInterval(watching);
  person.session.close();
  return { ms: Math.round(performance.now() - from), peakMib: Math.round(peakMib) };
}

/** Asks for a thread's stream and takes nothing after the first bytes. */
async function openStalled(url: string, threadId: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  socket.write(`GET /api/threads/${threadId}/events HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  const [bytes] = (await once(socket, "data")) as [Buffer];
  if (!String(bytes).startsWith("HTTP/1.1 200")) throw new Error(`no stream: ${bytes}`);
  return socket.pause();
}

async function tryReader(url: string): Promise<number> {
  const { status, body } = await fetch(`${url}/api/threads/${newId("t")}/events`);
  await body?.cancel();
  return status;
}

async function memoryMib(url: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20;
}
