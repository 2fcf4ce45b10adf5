import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/lib/testing/free-port";
import { findPostgres } from "@/scripts/postgres.mjs";

export type TestPostgres = {
  /** A superuser's address of the database `postgres`, password included. */
  url: string;
  password: string;
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root: it then runs as the system's own user for it, or as nobody. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string, name: string) =>
    Number(spawnSync("id", [kind, name], { encoding: "utf8" }).stdout);
  const name = spawnSync("id", ["-u", "postgres"]).status === 0 ? "postgres" : "nobody";
  return { uid: idOf("-u", name), gid: idOf("-g", name) };
}

/** Resolves when the server says that it takes connections, rejects with what it wrote when it ends instead. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      written = (written + text).slice(-4_000);
      if (written.includes("ready to accept connections")) resolve();
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`PostgreSQL ended: ${written}`)));
  });
}

/**
 * Starts a real PostgreSQL server on a temporary folder and a free port of this machine alone. `stop()` ends it and
 * removes the folder. Takes two seconds or so: start one per test file, in `beforeAll`.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = findPostgres();
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "kaboo-postgres-"));
  const rows = join(folder, "rows");
  const passwordFile = join(folder, "password");
  const password = randomBytes(12).toString("hex");
  writeFileSync(passwordFile, password);
  if (user) {
    chmodSync(folder, 0o700);
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const options = { cwd: folder, ...user, env: { ...process.env, TZ: "UTC", LC_ALL: "C" } };
  const init = [
    "-D",
    rows,
    "-U",
    "kaboo",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
    "--no-sync",
  ];
  const made = spawnSync(join(programs, "initdb"), init, { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "shared_buffers=32MB",
  ];
  const args = ["-D", rows, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(programs, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const end = () => server.kill("SIGQUIT");
  process.once("exit", end);
  await ready(server);

  return {
    url: `postgres://kaboo:${password}@127.0.0.1:${port}/postgres`,
    password,
    async stop() {
      process.off("exit", end);
      if (server.exitCode === null) {
        const exited = once(server, "exit");
        // A fast shutdown: who is still connected is sent away.
        server.kill("SIGINT");
        await exited;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
