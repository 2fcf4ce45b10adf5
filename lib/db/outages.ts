import { setTimeout as sleep } from "node:timers/promises";
import type { SqlDriverAdapter, SqlQuery, Transaction } from "@prisma/driver-adapter-utils";
import { z } from "zod";
import type { AdaptDriver } from "@/lib/db/driver";

/** How long a statement waits for a database that can't be reached. A run's lease is longer. */
const patienceMs = 8_000;
const firstPauseMs = 50;
const longestPauseMs = 500;

/** `undone`: it never reached the database, or was refused. `unknown`: the connection broke while it was under way. */
type Loss = "undone" | "unknown";

/** Shutting down, crashed, starting up; no more connections. */
const refusals = new Set(["57P01", "57P02", "57P03", "53300"]);
const neverSent = /not queryable|trying to connect|connection timeout|ECONNREFUSED/;
const broken = /connection terminated|query read timeout|ECONNRESET|EPIPE|ETIMEDOUT/i;

const DriverError = z.object({
  name: z.literal("DriverAdapterError"),
  cause: z.object({ kind: z.string(), code: z.string().optional() }),
});

function lossOf(error: unknown): Loss | undefined {
  const known = DriverError.safeParse(error).data?.cause;
  if (known?.kind === "DatabaseNotReachable" || known?.kind === "TooManyConnections") return "undone";
  if (known?.kind === "ConnectionClosed" || known?.kind === "SocketTimeout") return "unknown";
  if (known) return known.kind === "postgres" && refusals.has(known.code ?? "") ? "undone" : undefined;
  const text = error instanceof Error ? error.message : "";
  if (neverSent.test(text)) return "undone";
  return broken.test(text) ? "unknown" : undefined;
}

/** The one form in which the client knows of a broken connection: P1017, or this as it is when a commit broke. */
function closed(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = { kind: "ConnectionClosed" };
  return Object.assign(new Error(`The connection to the database broke: ${reason}`, { cause }), {
    name: "DriverAdapterError",
  });
}

async function persist<T>(attempt: () => Promise<T>, isRepeatable: boolean): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      const loss = lossOf(error);
      if (!loss) throw error;
      const repeats = (loss === "undone" || isRepeatable) && performance.now() < giveUpAt;
      if (!repeats) throw closed(error);
      await sleep(pauseMs);
    }
  }
}

const tell = (error: unknown): never => {
  throw lossOf(error) ? closed(error) : error;
};

/** Within a transaction nothing is tried again: it is gone with its connection, and is made anew as a whole. */
function tellingLoss(transaction: Transaction): Transaction {
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  return Object.assign(transaction, {
    queryRaw: (query: SqlQuery) => queryRaw(query).catch(tell),
    executeRaw: (query: SqlQuery) => executeRaw(query).catch(tell),
    commit: () => commit().catch(tell),
    // Without its connection the database has rolled it back already.
    rollback: () => rollback().catch((error) => (lossOf(error) ? undefined : tell(error))),
  });
}

const isRead = ({ sql }: SqlQuery) => /^\s*select\b/i.test(sql);

/**
 * A driver that waits, up to 8 s, while the database can't be reached. What surely was not done is tried again; of a
 * write that was under way when its connection broke nobody knows: that one throws P1017, see `writeSurely`.
 */
export const enduring: AdaptDriver = (driver) => ({
  provider: driver.provider,
  adapterName: driver.adapterName,
  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await driver.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    const executeRaw = adapter.executeRaw.bind(adapter);
    const startTransaction = adapter.startTransaction.bind(adapter);
    return Object.assign(adapter, {
      queryRaw: (query: SqlQuery) => persist(() => queryRaw(query), isRead(query)),
      executeRaw: (query: SqlQuery) => persist(() => executeRaw(query), isRead(query)),
      startTransaction: async (...args: Parameters<typeof startTransaction>): Promise<Transaction> =>
        tellingLoss(await persist(() => startTransaction(...args), true)),
    });
  },
});
