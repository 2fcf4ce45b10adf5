import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";

/** NUL and half a surrogate pair as JSON spells them, and NUL as it is. */
const suspicious = /\\u(?:0000|d[89a-f])|\0/i;
const escaped = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;
const replacement = "\ufffd";

/** A text that every database can hold: what PostgreSQL refuses becomes a replacement character. */
function storable(argument: unknown): unknown {
  if (typeof argument !== "string" || !suspicious.test(argument)) return argument;
  return argument.replace(escaped, `$1${replacement}`).replaceAll("\0", replacement);
}

function withStorable(query: SqlQuery): SqlQuery {
  return { ...query, args: query.args.map(storable) };
}

/** The same queryable, given only text that can be stored. */
function wrap<T extends SqlQueryable>(queryable: T): T {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  return Object.assign(queryable, {
    queryRaw: (query: SqlQuery) => queryRaw(withStorable(query)),
    executeRaw: (query: SqlQuery) => executeRaw(withStorable(query)),
  });
}

/** Every database of this app stores the same text, whichever of them would take more. */
export function storableText(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const adapter = wrap(await factory.connect());
      const startTransaction = adapter.startTransaction.bind(adapter);
      return Object.assign(adapter, {
        startTransaction: async (...args: Parameters<typeof startTransaction>): Promise<Transaction> =>
          wrap(await startTransaction(...args)),
      });
    },
  };
}
