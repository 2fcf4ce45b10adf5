import { place, toRefusal } from "./engine-error.mjs";
import { leaveWithParent } from "./leave-with-parent.mjs";
import { openLocked } from "./locked-engine.mjs";
import { watchMemory } from "./memory-watch.mjs";
import { listTables, runStatement } from "./run-statement.mjs";

// One file, one query at a time. The server interrupts at the deadline and kills this process when it doesn't listen.
const { file, memoryMb, threads, processMb } = JSON.parse(process.argv[2]);

leaveWithParent();
watchMemory(processMb);

async function open() {
  const instance = await openLocked(file, { memoryMb, threads });
  const connection = await instance.connect();
  const tables = await listTables(connection);
  connection.closeSync();
  return { instance, tables };
}

const { instance, tables } = await open().catch((error) => {
  // The server tells who asked; its log gets the reason from here.
  console.error(`rows: ${error.message}`);
  process.exit(1);
});
let running;

async function answer(job) {
  const connection = await instance.connect();
  running = connection;
  try {
    return { id: job.id, ok: true, result: await runStatement(connection, tables, job) };
  } catch (error) {
    const refusal = toRefusal(error);
    return {
      id: job.id,
      ok: false,
      code: refusal.code,
      message: refusal.message,
      place: place(job.sql, refusal.bytePosition),
      // For the server's log only; it never leaves the server.
      cause: String(error?.message ?? error).slice(0, 1_000),
    };
  } finally {
    running = undefined;
    connection.closeSync();
  }
}

process.on("message", async (message) => {
  if (message.interrupt) running?.interrupt();
  else process.send(await answer(message));
});
process.send({ ready: true });
