import type { ChildProcess } from "node:child_process";
import { AppError, type AppErrorCode } from "@/lib/shared/app-error";
import type { QueryLimits } from "@/lib/sources/limits";
import type { Column, Params, Rows } from "@/lib/sources/schema";

export type QueryJob = {
  sql: string;
  params: Params;
  /** Further values, for those parameters that ask for them. `params` comes first. */
  offered: Params;
  /** What a parameter without a value means: a refusal, or NULL when only the columns are asked for. */
  missing: "refuse" | "null";
  limit: number;
};

/** Rows with what the gate found: the tables and parameters it names, and whether the answer may be kept. */
export type QueryAnswer = Rows & {
  columns: Column[];
  bytes: number;
  tables: string[];
  params: string[];
  volatile: boolean;
};

type Place = { position: number; line: number; column: number };
type WorkerMessage =
  | { ready: true }
  | { unready: string; code: AppErrorCode }
  | { id: number; ok: true; result: QueryAnswer }
  | { id: number; ok: false; code: AppErrorCode; message: string; place?: Place; cause: string };

type Waiting = {
  id: number;
  job: QueryJob;
  signal: AbortSignal | undefined;
  resolve(answer: QueryAnswer): void;
  reject(error: Error): void;
};

type Worker = {
  process: ChildProcess;
  ready: boolean;
  idle?: NodeJS.Timeout;
  current?: Waiting & { stopped?: "timeout" | "cancelled"; end(): void };
};

export type QueryPool = ReturnType<typeof createQueryPool>;

const startsInARow = 3;

function stopError(worker: Worker, signal: string | null, limits: QueryLimits): AppError {
  if (worker.current?.stopped === "cancelled") return new AppError("cancelled", "The query was cancelled.");
  if (worker.current?.stopped === "timeout")
    return new AppError(
      "timeout",
      `The query took longer than ${limits.timeoutMs / 1000} s and was stopped. Filter or group it first.`,
    );
  // Its own watch on memory did that.
  if (signal === "SIGKILL")
    return new AppError("bad_input", "The query needs more memory than one query may use and was stopped.");
  return new AppError("unavailable", "The query engine stopped. Try again, or write the query more simply.");
}

/**
 * A few processes that answer queries on one place's rows, each one query at a time; what doesn't fit waits its turn. A
 * query past its deadline, or whose reader left, is interrupted, and its process killed when that doesn't help; a new
 * one takes its place. Processes start when they are needed, and end after `idleMs` without a query where that is given.
 */
export function createQueryPool(
  startProcess: () => ChildProcess,
  limits: QueryLimits,
  { size = 2, idleMs }: { size?: number; idleMs?: number } = {},
) {
  const workers = new Set<Worker>();
  const retired = new WeakSet<Worker>();
  const queue: Waiting[] = [];
  let nextId = 1;
  let failedStarts = 0;
  let closed = false;
  let onIdle: (() => void) | undefined;

  function start(): void {
    const worker: Worker = { process: startProcess(), ready: false };
    workers.add(worker);
    worker.process.on("message", (message: WorkerMessage) => receive(worker, message));
    worker.process.on("error", () => worker.process.kill("SIGKILL"));
    worker.process.on("exit", (_code, signal) => replace(worker, signal));
  }

  /** A query under way keeps the server alive; workers that only wait don't. */
  function hold(worker: Worker): void {
    const method = worker.current || queue.length > 0 ? "ref" : "unref";
    worker.process[method]();
    worker.process.channel?.[method]();
  }

  function receive(worker: Worker, message: WorkerMessage): void {
    if ("ready" in message) {
      worker.ready = true;
      failedStarts = 0;
    } else if ("unready" in message) {
      // It told why it can't be opened: that won't be otherwise for those who wait.
      for (const waiting of queue.splice(0)) waiting.reject(new AppError(message.code, message.unready));
      worker.current?.reject(new AppError(message.code, message.unready));
      worker.current?.end();
      delete worker.current;
      retire(worker);
    } else if (message.id === worker.current?.id) {
      const { current } = worker;
      current.end();
      if (message.ok) current.resolve(message.result);
      else if (current.stopped) current.reject(stopError(worker, null, limits));
      else {
        const details = message.place && { ...message.place };
        current.reject(
          new AppError(message.code, message.message, { ...(details && { details }), cause: message.cause }),
        );
      }
      delete worker.current;
    }
    next();
  }

  /** No query is given to it any more. */
  function retire(worker: Worker): void {
    retired.add(worker);
    worker.ready = false;
    worker.process.kill();
  }

  function restWhenIdle(worker: Worker): void {
    clearTimeout(worker.idle);
    if (idleMs === undefined || worker.current || !worker.ready) return;
    worker.idle = setTimeout(() => retire(worker), idleMs);
    worker.idle.unref();
  }

  function replace(worker: Worker, signal: string | null): void {
    workers.delete(worker);
    worker.current?.end();
    worker.current?.reject(stopError(worker, signal, limits));
    clearTimeout(worker.idle);
    if (!worker.ready && !closed && !retired.delete(worker)) failedStarts++;
    if (failedStarts >= startsInARow) {
      failedStarts = 0;
      const error = new AppError("unavailable", "The rows of this source can't be opened.");
      for (const waiting of queue.splice(0)) waiting.reject(error);
    }
    next();
  }

  function give(worker: Worker, waiting: Waiting): void {
    let kill: NodeJS.Timeout | undefined;
    const stop = (reason: "timeout" | "cancelled") => {
      const { current } = worker;
      if (current?.id !== waiting.id || current.stopped) return;
      current.stopped = reason;
      worker.process.send({ interrupt: true });
      kill = setTimeout(() => worker.process.kill("SIGKILL"), limits.graceMs);
    };
    const deadline = setTimeout(() => stop("timeout"), limits.timeoutMs);
    const onAbort = () => stop("cancelled");
    waiting.signal?.addEventListener("abort", onAbort, { once: true });
    const end = () => {
      clearTimeout(deadline);
      clearTimeout(kill);
      waiting.signal?.removeEventListener("abort", onAbort);
    };
    worker.current = { ...waiting, end };
    worker.process.send({ id: waiting.id, ...waiting.job, maxBytes: limits.maxBytes });
  }

  function next(): void {
    for (const worker of workers) {
      if (!worker.ready || worker.current || worker.process.exitCode !== null || !worker.process.connected)
        continue;
      const waiting = queue.shift();
      if (!waiting) break;
      give(worker, waiting);
    }
    const busy = [...workers].filter((worker) => worker.current).length;
    if (queue.length > 0 && !closed && workers.size < Math.min(size, busy + queue.length)) start();
    for (const worker of workers) {
      hold(worker);
      restWhenIdle(worker);
    }
    if (queue.length === 0 && busy === 0) onIdle?.();
  }

  function run(job: QueryJob, signal?: AbortSignal): Promise<QueryAnswer> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new AppError("unavailable", "The source is being closed."));
      if (signal?.aborted) return reject(new AppError("cancelled", "The query was cancelled."));
      const waiting: Waiting = { id: nextId++, job, signal, resolve, reject };
      queue.push(waiting);
      signal?.addEventListener(
        "abort",
        () => {
          const position = queue.indexOf(waiting);
          if (position < 0) return;
          queue.splice(position, 1);
          reject(new AppError("cancelled", "The query was cancelled."));
        },
        { once: true },
      );
      next();
    });
  }

  async function close(): Promise<void> {
    closed = true;
    for (const waiting of queue.splice(0))
      waiting.reject(new AppError("unavailable", "The server is stopping."));
    await Promise.all(
      [...workers].map(
        (worker) =>
          new Promise<void>((done) => {
            worker.process.once("exit", () => done());
            worker.process.kill("SIGKILL");
          }),
      ),
    );
  }

  /** Answers what it was already asked, then closes: how an older generation ends. */
  async function drain(): Promise<void> {
    await new Promise<void>((done) => {
      onIdle = done;
      next();
    });
    await close();
  }

  return { run, drain, close };
}
