import { place } from "./engine-error.mjs";
import { leaveWithParent } from "./leave-with-parent.mjs";
import { watchMemory } from "./memory-watch.mjs";
import { readCatalog, readFunctions } from "./postgres/catalog.mjs";
import { createTypes } from "./postgres/cells.mjs";
import { connect } from "./postgres/connect.mjs";
import { loadParser, runStatement } from "./postgres/run-statement.mjs";
import { toRefusal } from "./postgres/server-error.mjs";

// One connection, one query at a time. The server cancels at the deadline, on the database too, and kills this process
// when that doesn't help. The connection comes as a message: arguments can be read by others on the machine.
const { processMb } = JSON.parse(process.argv[2]);

leaveWithParent();
watchMemory(processMb);

let source;
let running;
let cancelling;

async function open({ connection, tables, timeoutMs }) {
  await loadParser();
  const client = await connect(connection, { timeoutMs });
  // Beside the first: it tells types while a cursor is open, and cancels.
  const beside = await connect(connection);
  const { rows } = await client.query("select pg_backend_pid() as pid");
  source = {
    client,
    beside,
    pid: rows[0].pid,
    tables,
    functions: await readFunctions(client),
    columnsOf: createTypes(beside),
  };
  client.on("end", () => setTimeout(() => process.exit(0), 100));
  process.send({ ready: true });
}

async function answer(job) {
  running = job;
  try {
    return { id: job.id, ok: true, result: await runStatement(source, job) };
  } catch (error) {
    const refusal = toRefusal(error, job.numbered);
    const { characterPosition } = refusal;
    return {
      id: job.id,
      ok: false,
      code: refusal.code,
      message: refusal.message,
      ...(characterPosition !== undefined && {
        place: place(job.sql, Buffer.byteLength(job.sql.slice(0, characterPosition))),
      }),
      cause: String(error?.message ?? error).slice(0, 1_000),
    };
  } finally {
    running = undefined;
    // So that what is told to stop is this query and not the next.
    await cancelling;
  }
}

/** The database hears it only while it works, not between two messages: it is told until the query has ended. */
async function cancel() {
  const job = running;
  while (job && running === job) {
    await source.beside.query("select pg_cancel_backend($1)", [source.pid]);
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function inspect(connection) {
  const client = await connect(connection, { timeoutMs: 10_000 });
  const catalog = await readCatalog(client);
  await client.end();
  return catalog;
}

process.on("message", async (message) => {
  try {
    if (message.interrupt) cancelling = cancel();
    else if (message.open) await open(message.open);
    else if (message.inspect) process.send({ ok: true, catalog: await inspect(message.inspect) });
    else process.send(await answer(message));
  } catch (error) {
    const { code, message: told } = toRefusal(error);
    process.send({ unready: told, code }, () => process.exit(1));
  }
});
