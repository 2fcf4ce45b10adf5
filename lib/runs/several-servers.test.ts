import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { runInput } from "@/lib/runs/testing/run-input";
import { openHttpStream, StreamClient } from "@/lib/runs/testing/stream-client";

type Server = { url: string; process: ChildProcess };

// A server takes seconds to start: three are enough for all that happens to them here, one after the other.
let database: TestDatabase;
let killed: Server;
let other: Server;
let sleeper: Server;
const slow = { id: "a", tool: "lab___slow", input: { ms: 60_000 } };
const script = {
  lead: [
    { text: "One.", calls: [{ id: "r", tool: "lab___remember", input: { value: "kept" } }] },
    { text: "Two.", calls: [slow] },
    { text: "Three." },
    { text: "Four." },
  ],
};

async function startServer(): Promise<Server> {
  const program = join(import.meta.dirname, "testing/run-server.ts");
  const args = ["--import", "tsx", program, database.url ?? "", JSON.stringify(script)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return { url: String(url), process: child };
}

/** Said as soon as the end of the last run is heard: that it is yet to be folded is nobody's business. */
async function goOn(server: Server, threadId: string): Promise<void> {
  expect(await post(server, `/api/threads/${threadId}/continue`)).toEqual({ runId: expect.any(String) });
}

async function post({ url }: Server, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "respond-async" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

const watch = (server: Server, client: Reader, enough: (client: Reader) => boolean) =>
  client.read(openHttpStream(`${server.url}/api/threads/${client.threadId}/events`, client.lastId), () =>
    enough(client),
  );

/** A page that goes from server to server. */
class Reader extends StreamClient {
  readonly threadId: string;

  constructor(threadId: string) {
    super();
    this.threadId = threadId;
  }
}

const waits = (client: Reader) => /"pending":\{"c_/.test(JSON.stringify(client.state));
const idle = ({ running, lastId }: Reader) => !running && lastId !== undefined;
const results = (client: Reader) => client.messages.filter(({ role }) => role === "tool");
const saysLast = (text: string) => (client: Reader) =>
  idle(client) && client.messages.at(-1)?.content === text;

// One database is what they are about, whichever the others are tested on.
describe.runIf(inject("databaseKind") === "postgresql")("servers on one database", () => {
  beforeAll(async () => {
    database = openTestDatabase("postgresql");
    [killed, other, sleeper] = await Promise.all([startServer(), startServer(), startServer()]);
  }, 120_000);
  afterAll(async () => {
    for (const { process } of [killed, other, sleeper]) process.kill("SIGKILL");
    await database.close();
  });

  test("[R9] [R5] a run started on one server is watched and stopped on another; and continues there", async () => {
    const client = new Reader("t_1");
    await post(killed, "/api/agent", runInput("t_1", "r_1"));
    await watch(other, client, waits);
    expect(client.state).toMatchObject({ kaboo_workspace: { project: "kept" } });
    expect(await post(other, "/api/threads/t_1/cancel")).toEqual({ cancelled: true });
    await watch(other, client, idle);
    expect(results(client)).toHaveLength(2);

    await goOn(killed, "t_1");
    await watch(other, client, saysLast("Three."));
  }, 120_000);

  test("[R9] [R5] an owner that is killed leaves nothing open: a peer closes its run, and continues it", async () => {
    const client = new Reader("t_2");
    await post(killed, "/api/agent", runInput("t_2", "r_2"));
    await watch(other, client, waits);
    const shown = client.messages.map(({ id }) => id);
    killed.process.kill("SIGKILL");
    await watch(other, client, idle);
    expect(client.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(shown));
    expect(client.state).toMatchObject({ kaboo_workspace: { pending: {}, project: "kept" } });
    expect(results(client).filter(({ metadata }) => metadata?.interrupted)).toHaveLength(1);
    await goOn(other, "t_2");
    await watch(other, client, saysLast("Three."));
  }, 120_000);

  test("[R5] an owner that slept past its lease writes nothing more when it wakes", async () => {
    const client = new Reader("t_3");
    await post(sleeper, "/api/agent", runInput("t_3", "r_3"));
    await watch(other, client, waits);
    sleeper.process.kill("SIGSTOP");
    await watch(other, client, idle);
    sleeper.process.kill("SIGCONT");
    const own = { threadId: "t_3", runId: "r_3" };
    const status = async () => (await database.db.run.findUnique({ where: { id: "r_3" } }))?.status;
    // Its fold takes events away, too.
    await expect.poll(status, { timeout: 20_000 }).toBe("error");
    const before = await database.db.runEvent.count({ where: own });
    expect(await post(sleeper, "/api/threads/t_3/cancel")).toEqual({ cancelled: false });
    await goOn(other, "t_3");
    await watch(other, client, saysLast("Three."));
    // The run's last word is heard before it is folded.
    const runs = () =>
      database.db.run.findMany({ where: { threadId: "t_3" }, orderBy: { startedAt: "asc" } });
    await expect.poll(runs, { timeout: 20_000 }).toMatchObject([{ status: "error" }, { status: "success" }]);
    expect(await database.db.runEvent.count({ where: own })).toBe(before);
  }, 120_000);

  test("[R5] SIGTERM lets a live run end, and starts no other", async () => {
    await post(sleeper, "/api/agent", runInput("t_4", "r_4"));
    await watch(sleeper, new Reader("t_4"), waits);
    const ended = once(sleeper.process, "exit");
    sleeper.process.kill("SIGTERM");
    const refused = await post(sleeper, "/api/agent", runInput("t_5", "r_5"));
    expect(refused).toMatchObject({ status: 503 });
    // It may be gone before it has answered.
    await post(sleeper, "/api/threads/t_4/cancel").catch(() => {});
    expect(await ended).toEqual([0, null]);
  }, 120_000);
});
