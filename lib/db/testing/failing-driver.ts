import type { SqlDriverAdapter, SqlQuery, SqlQueryable, Transaction } from "@prisma/driver-adapter-utils";
import type { AdaptDriver } from "@/lib/db/driver";

const writes = /^\s*(insert|update|delete)\b/i;

export type FailingDriver = ReturnType<typeof createFailingDriver>;

/** A driver whose writes can be made to fail, as on a disk that is full. */
export function createFailingDriver() {
  let seen = 0;
  let failsFrom = Number.POSITIVE_INFINITY;
  let failsUntil = Number.POSITIVE_INFINITY;
  let failed = false;

  function check({ sql }: SqlQuery) {
    if (!writes.test(sql)) return;
    seen += 1;
    if (seen < failsFrom || seen >= failsUntil) return;
    failed = true;
    throw new Error("database or disk is full");
  }

  function wrap<T extends SqlQueryable>(queryable: T): T {
    const queryRaw = queryable.queryRaw.bind(queryable);
    const executeRaw = queryable.executeRaw.bind(queryable);
    return Object.assign(queryable, {
      async queryRaw(query: SqlQuery) {
        check(query);
        return queryRaw(query);
      },
      async executeRaw(query: SqlQuery) {
        check(query);
        return executeRaw(query);
      },
    });
  }

  const adapt: AdaptDriver = (driver) => ({
    provider: driver.provider,
    adapterName: driver.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const adapter = wrap(await driver.connect());
      const startTransaction = adapter.startTransaction.bind(adapter);
      return Object.assign(adapter, {
        startTransaction: async (...args: Parameters<typeof startTransaction>): Promise<Transaction> =>
          wrap(await startTransaction(...args)),
      });
    },
  });

  return {
    adapt,
    /** From now on the k-th write fails, and `count - 1` after it. */
    failAt(k: number, count = 1) {
      seen = 0;
      failed = false;
      failsFrom = k;
      failsUntil = k + count;
    },
    heal() {
      failsFrom = Number.POSITIVE_INFINITY;
    },
    /** Whether a write has failed since `failAt`. */
    hasFailed: () => failed,
  };
}
