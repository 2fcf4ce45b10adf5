import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import { runInput } from "@/lib/runs/testing/run-input";
import { openHttpStream, StreamClient } from "@/lib/runs/testing/stream-client";

type Server = { url: string; process: ChildProcess };

let database: TestDatabase;
const servers: Server[] = [];
afterEach(async () => {
  for (const { process } of servers.splice(0)) process.kill("SIGKILL");
  await database.close();
});

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
  const server = { url: String(url), process: child };
  servers.push(server);
  return server;
}

async function post({ url }: Server, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "respond-async" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

const watch = async (server: Server, client: StreamClient, enough: (client: StreamClient) => boolean) =>
  client.read(openHttpStream(`${server.url}/api/threads/t_1/events`, client.lastId), enough);

const waits = (client: StreamClient) => /"pending":\{"c_/.test(JSON.stringify(client.state));
const idle = ({ running, lastId }: StreamClient) => !running && lastId !== undefined;
const results = (client: StreamClient) => client.messages.filter(({ role }) => role === "tool");

test("[R9] [R5] a run started on one server is watched and stopped on another; its owner killed, it continues there", async () => {
  database = openTestDatabase("postgresql");
  const [one, other] = await Promise.all([startServer(), startServer()]);
  const client = new StreamClient();
  await post(one, "/api/agent", runInput("t_1", "r_1"));
  await watch(other, client, waits);
  expect(client.state).toMatchObject({ kaboo_workspace: { project: "kept" } });
  expect(await post(other, "/api/threads/t_1/cancel")).toEqual({ cancelled: true });
  await watch(other, client, idle);
  expect(results(client)).toHaveLength(2);

  await post(one, "/api/threads/t_1/continue");
  await watch(other, client, ({ running }) => running);
  await watch(other, client, idle);
  expect(client.messages.at(-1)).toMatchObject({ role: "assistant", content: "Three." });
}, 60_000);

test("[R9] [R5] an owner that is killed leaves nothing open: a peer closes its run, and continues it", async () => {
  database = openTestDatabase("postgresql");
  const [one, other] = await Promise.all([startServer(), startServer()]);
  const client = new StreamClient();
  await post(one, "/api/agent", runInput("t_1", "r_1"));
  await watch(other, client, waits);
  const shown = client.messages.map(({ id }) => id);
  one.process.kill("SIGKILL");
  await watch(other, client, idle);
  expect(client.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(shown));
  expect(client.state).toMatchObject({ kaboo_workspace: { pending: {}, project: "kept" } });
  expect(results(client).filter(({ metadata }) => metadata?.interrupted)).toHaveLength(1);
  await post(other, "/api/threads/t_1/continue");
  await watch(other, client, (each) => idle(each) && each.messages.at(-1)?.content === "Three.");
}, 60_000);

test("[R5] an owner that slept past its lease writes nothing more when it wakes", async () => {
  database = openTestDatabase("postgresql");
  const [one, other] = await Promise.all([startServer(), startServer()]);
  const client = new StreamClient();
  await post(one, "/api/agent", runInput("t_1", "r_1"));
  await watch(other, client, waits);
  one.process.kill("SIGSTOP");
  await watch(other, client, idle);
  one.process.kill("SIGCONT");
  const before = await database.db.runEvent.count();
  expect(await post(one, "/api/threads/t_1/cancel")).toEqual({ cancelled: false });
  await post(other, "/api/threads/t_1/continue");
  await watch(other, client, (each) => idle(each) && each.messages.at(-1)?.content === "Three.");
  // A run is over for who watches before it is folded.
  const statuses = async () => {
    const runs = await database.db.run.findMany({ orderBy: { startedAt: "asc" } });
    return runs.map(({ status }) => status);
  };
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(["error", "success"]);
  const own = await database.db.runEvent.count({ where: { runId: "r_1" } });
  expect(own).toBe(before);
}, 60_000);

test("[R5] SIGTERM lets a live run end, and starts no other", async () => {
  database = openTestDatabase("postgresql");
  const one = await startServer();
  await post(one, "/api/agent", runInput("t_1", "r_1"));
  const client = new StreamClient();
  await watch(one, client, waits);
  const ended = once(one.process, "exit");
  one.process.kill("SIGTERM");
  const refused = await post(one, "/api/agent", runInput("t_2", "r_2"));
  expect(refused).toMatchObject({ status: 503 });
  // It may be gone before it has answered.
  await post(one, "/api/threads/t_1/cancel").catch(() => {});
  expect(await ended).toEqual([0, null]);
}, 60_000);
