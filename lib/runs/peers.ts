import { z } from "zod";
import type { OpenChannel } from "@/lib/db/channel";
import type { LoggedThread } from "@/lib/runs/event-writer";

const Thread = z.tuple([z.string(), z.string()]);
const Message = z.discriminatedUnion("kind", [
  /** Events of these threads were stored. */
  z.object({ kind: z.literal("events"), from: z.string(), threads: z.array(Thread) }),
  /** The thread's run is to stop. */
  z.object({ kind: z.literal("stop"), from: z.string(), threadId: z.string() }),
  /** What waits in the thread's queue is another. */
  z.object({ kind: z.literal("queue"), from: z.string(), thread: Thread }),
  /** Somebody changed something. */
  z.object({ kind: z.literal("change"), from: z.string(), ownerId: z.string(), change: z.unknown() }),
]);
type Message = z.infer<typeof Message>;
type Said = Message extends infer M ? (M extends Message ? Omit<M, "from"> : never) : never;

export type PeerListener = {
  onEvents(thread: LoggedThread): void;
  onStop(threadId: string): void;
  onQueue(thread: LoggedThread): void;
  onChange(ownerId: string, change: unknown): void;
  /** Something may have been missed: look for everything. */
  onGap(): void;
};

/** How often a process looks for what no notice told it of: the net under LISTEN and NOTIFY (R9). */
const pollMs = 2_000;
/** A thread's two ids in one notice; PostgreSQL takes about 8,000 bytes. */
const threadsPerNotice = 25;

/** The other server processes on the same database. Without a channel there are none. */
export function createPeers(self: string, open: OpenChannel | undefined, listener: PeerListener) {
  const channel = open?.({ onText: hear, onGap: listener.onGap });
  const poll = channel && setInterval(listener.onGap, pollMs).unref();
  const told = new Map<string, LoggedThread>();

  function say(message: Said) {
    channel?.send(JSON.stringify({ ...message, from: self }));
  }

  function hear(text: string) {
    const message = Message.safeParse(parse(text)).data;
    if (!message || message.from === self) return;
    switch (message.kind) {
      case "events":
        for (const [ownerId, threadId] of message.threads) listener.onEvents({ ownerId, threadId });
        return;
      case "stop":
        return listener.onStop(message.threadId);
      case "queue":
        return listener.onQueue({ ownerId: message.thread[0], threadId: message.thread[1] });
      case "change":
        return listener.onChange(message.ownerId, message.change);
      default:
        message satisfies never;
    }
  }

  function tellEvents() {
    const threads = [...told.values()].map(({ ownerId, threadId }): [string, string] => [ownerId, threadId]);
    told.clear();
    for (let at = 0; at < threads.length; at += threadsPerNotice)
      say({ kind: "events", threads: threads.slice(at, at + threadsPerNotice) });
  }

  return {
    /** One notice for all that a commit holds. */
    tellEvents(thread: LoggedThread) {
      if (!channel) return;
      if (told.size === 0) setImmediate(tellEvents);
      told.set(thread.threadId, thread);
    },
    tellStop: (threadId: string) => say({ kind: "stop", threadId }),
    tellQueue: ({ ownerId, threadId }: LoggedThread) => say({ kind: "queue", thread: [ownerId, threadId] }),
    tellChange: (ownerId: string, change: unknown) => say({ kind: "change", ownerId, change }),
    async close() {
      clearInterval(poll);
      await channel?.close();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
