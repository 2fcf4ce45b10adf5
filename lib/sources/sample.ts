import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { log } from "@/lib/observability/log";
import { startWorker } from "@/lib/sources/worker-process";

/** Raise it when the generator writes other rows or columns: the next start then makes the new sample. */
const sampleVersion = 1;

type Message = { table: string; rows: number } | { ok: true } | { ok: false; message: string };

function generate(file: string, accounts: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  return new Promise((done, fail) => {
    const worker = startWorker("sample-worker", { file, accounts });
    let problem = "The process ended early.";
    let ok = false;
    worker.on("message", (message: Message) => {
      if ("table" in message) log.info({ table: message.table, rows: message.rows }, "sample table made");
      else if (message.ok) ok = true;
      else problem = message.message;
    });
    worker.on("exit", () => (ok ? done() : fail(new Error(`The sample company wasn't made. ${problem}`))));
  });
}

/**
 * The sample company's file, made once per folder and shared by every owner until they add files of their own.
 * `file()` waits until it is there; a failure is tried again at the next call.
 */
export function createSample(folder: string, accounts: number) {
  const file = join(folder, `sample-${sampleVersion}-${accounts}.duckdb`);
  let made: Promise<void> | undefined;

  function ensure(): Promise<string> {
    if (!made) {
      made = existsSync(file) ? Promise.resolve() : generate(file, accounts);
      made.catch(() => {
        made = undefined;
      });
    }
    return made.then(() => file);
  }

  return { ensure, version: `${sampleVersion}-${accounts}` };
}

export type Sample = ReturnType<typeof createSample>;
