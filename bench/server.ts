import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { freePort } from "@/lib/testing/free-port";
import { programOf } from "../scripts/project.mjs";

export type Usage = { cpuMs: number; rssMiB: number; peakMiB: number };

/** A server in a process of its own, on the Node that the benchmark runs on. */
export type Server = {
  url: string;
  /** Of its process since it started. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

const reporter = pathToFileURL("bench/report-usage.mjs").href;

/** The app in production, as `npm start` runs it, on a data folder of its own. */
export async function openApp(env: Record<string, string>): Promise<Server> {
  if (!existsSync(".next/BUILD_ID")) throw new Error("There is no build to measure: npm run build");
  const port = await freePort();
  const own = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: String(port), ...env };
  return openServer([programOf("next"), "start", "-H", "localhost", "-p", String(port)], port, own);
}

/** A program of the benchmark's own; it listens on PORT. */
export async function openProgram(file: string, env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const own = { NODE_ENV: "production", PORT: String(port), ...env };
  return openServer(["--import", "tsx", file], port, own);
}

async function openServer(args: string[], port: number, env: Record<string, string>): Promise<Server> {
  const server = spawn(process.execPath, ["--import", reporter, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = `http://localhost:${port}`;
  await untilUp(server, `${url}/api/health`);
  return {
    url,
    async usage() {
      const answered = once(server, "message");
      server.send("usage");
      const [usage] = await answered;
      return usage as Usage;
    },
    async stop() {
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
    },
  };
}

async function untilUp(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
