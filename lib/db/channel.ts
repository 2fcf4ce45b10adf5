import { Client } from "pg";

/** What processes on one PostgreSQL database tell one another. */
export type Channel = {
  /** Best effort: what it is about is in the database, too. */
  send(text: string): void;
  close(): Promise<void>;
};

export type ChannelListener = {
  onText(text: string): void;
  /** Texts may have been missed: look into the database. */
  onGap(): void;
};

/** Opens a channel with a listener; a database of one process has none. */
export type OpenChannel = (listener: ChannelListener) => Channel;

const name = "kaboo";
/** PostgreSQL takes less than 8,000 bytes. */
const mostBytes = 7_900;
const retryMs = 1_000;

/** LISTEN and NOTIFY over a connection of its own, opened again whenever it is lost. */
export function openChannel(url: string, listener: ChannelListener): Channel {
  let closed = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    const next = new Client({ connectionString: url, keepAlive: true });
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      client = undefined;
      void next.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void connect(), retryMs).unref();
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ payload }) => listener.onText(payload ?? ""));
    try {
      await next.connect();
      await next.query(`LISTEN ${name}`);
      if (closed) return lose();
      client = next;
      listener.onGap();
    } catch {
      lose();
    }
  }
  const opened = connect();

  return {
    send(text) {
      if (Buffer.byteLength(text) > mostBytes) return;
      // A lost connection is noticed by its own events; the others find out by looking.
      client?.query("SELECT pg_notify($1, $2)", [name, text]).catch(() => {});
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await opened;
      await client?.end().catch(() => {});
    },
  };
}
