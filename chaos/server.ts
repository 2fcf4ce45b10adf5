import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programOf } from "@/scripts/project.mjs";

export type ServerParts = {
  dataFolder: string;
  scenarios: string;
  databaseUrl?: string | undefined;
  /** What the servers write. */
  logFile: string;
  env?: Record<string, string>;
  /** The same routes and runtime without Next around them: quicker to start, needs no build. */
  light?: boolean;
};

const startMs = 180_000;

/** The production server (`next start` of what was built) with the scripted model, in a process of its own. */
export async function startServer(parts: ServerParts, port: number) {
  const { dataFolder, scenarios, databaseUrl, logFile, env = {}, light = false } = parts;
  const log = openSync(logFile, "a");
  const production = [programOf("next"), "start", "-H", "127.0.0.1", "-p", String(port)];
  const program = light ? ["--import", "tsx", join(import.meta.dirname, "light-server.ts")] : production;
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", log, log],
    // With what it starts in a group of its own, so that a kill takes all of it.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      MODEL: "scripted",
      KABOO_DATA: dataFolder,
      KABOO_SCENARIOS: scenarios,
      KABOO_SECRET: "only for this trial of endurance",
      DATABASE_URL: databaseUrl ?? "",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_MANUAL_SIG_HANDLE: "1",
      NEXT_RUNTIME: "nodejs",
      ...env,
    },
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await answers(child, url);
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  return {
    url,
    pid: child.pid ?? 0,
    signal,
    /** As `kill -9` does; resolves when it is gone. */
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      signal("SIGKILL");
      await gone;
    },
  };
}

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** One server at one address, which is killed and started again. */
export async function openGround(parts: ServerParts, port: number) {
  let server = await startServer(parts, port);
  return {
    url: server.url,
    scenarios: parts.scenarios,
    kill: () => server.kill(),
    async start() {
      server = await startServer(parts, port);
    },
  };
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + startMs;
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}; is it built?`);
    const response = await fetch(`${url}/api/health`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}
