import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** The programs in `workers/`. They are plain JavaScript and started by file, so that no bundler touches them. */
export type WorkerProgram = "query-worker" | "postgres-worker" | "import-worker" | "sample-worker";

/**
 * Starts a worker in a process of its own, so that it can be killed. It gets no settings or keys of the server's (S5),
 * and none of its loaders.
 */
export function startWorker(program: WorkerProgram, input: object): ChildProcess {
  const file = join(process.cwd(), "lib", "sources", "workers", `${program}.mjs`);
  // Whose certificates are trusted is the machine's business, not a secret.
  const { SystemRoot, TEMP, NODE_EXTRA_CA_CERTS } = process.env;
  return fork(/* turbopackIgnore: true */ file, [JSON.stringify(input)], {
    // Times are shown in UTC on every machine; the page shows them in the person's own zone.
    env: {
      ...{ NODE_ENV: "production", TZ: "UTC" },
      ...{ ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) },
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    },
    execArgv: ["--max-old-space-size=512"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
