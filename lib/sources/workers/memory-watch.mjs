import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const everyMs = 25;

/**
 * Ends the whole process when it uses more than `processMb`. In a thread of its own: some functions of the engine
 * keep the main one, and don't mind the engine's own memory limit.
 */
export function watchMemory(processMb) {
  new Worker(fileURLToPath(import.meta.url), { workerData: { processMb } }).unref();
}

if (!isMainThread)
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData.processMb * 2 ** 20) process.kill(process.pid, "SIGKILL");
  }, everyMs);
