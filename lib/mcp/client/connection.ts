import {
  Client,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool as SentTool,
} from "@modelcontextprotocol/client";
import { errorText } from "@/lib/agent/error-text";
import type { ToolResult } from "@/lib/agent/tool";
import { toolResult } from "@/lib/mcp/client/call-result";
import type { ServerEntry } from "@/lib/mcp/client/config";
import { transportTo } from "@/lib/mcp/client/transport";
import { AppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";

/** For the handshake and for listing. */
const connectMs = 15_000;
/** A silent server is asked whether it is there. */
const askMs = 30_000;
/** Between attempts: 1 s, 2 s, 4 s, … up to a minute. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const steadyMs = 30_000;
/** However often a call says that it is getting on. */
const longestCallMs = 10 * 60_000;

export type ConnectionState =
  | { state: "connecting" }
  | { state: "ready" }
  /** The reason is fit to be shown; the log has more. */
  | { state: "down"; reason: string; since: Date };

export type ConnectionPorts = {
  variables: Readonly<Record<string, string | undefined>>;
  onTools(tools: readonly SentTool[]): void;
  onState(state: ConnectionState): void;
  log(message: string): void;
  now(): Date;
  /** Default as above. */
  pauseMs?: (attempt: number) => number;
};

export type Connection = {
  /** Makes a call and waits for its end: an answer, a failure, or the time limit. Rejects only when it was stopped. */
  call(tool: string, input: Json, signal: AbortSignal): Promise<ToolResult>;
  /** Resolves when the first attempt is over, whatever came of it. */
  attempted: Promise<void>;
  close(): Promise<void>;
};

/** Stays connected to a server: tries again with growing pauses, hears of changed lists, and notices when it dies (T2). */
export function keepConnected(entry: ServerEntry, ports: ConnectionPorts): Connection {
  const closed = new AbortController();
  let client: Client | undefined;
  let calls = 0;
  let retryNow: (() => void) | undefined;
  let settle: () => void = () => {};
  const attempted = new Promise<void>((resolve) => {
    settle = resolve;
  });

  async function connect(): Promise<{ client: Client; gone: Promise<void> }> {
    let said = "";
    const transport = transportTo(entry, ports.variables, (text) => {
      said = `${said}${text}`.slice(-2_000);
    });
    const made = new Client(
      { name: "kaboo-canvas", version: "1.0.0" },
      {
        versionNegotiation: { mode: "auto" },
        listChanged: {
          tools: {
            debounceMs: 50,
            onChanged: (error, tools) => {
              if (error) ports.log(`${entry.name}: its changed list can't be read: ${errorText(error)}`);
              else if (tools) ports.onTools(tools);
            },
          },
        },
      },
    );
    const gone = new Promise<void>((resolve) => {
      made.onclose = resolve;
    });
    try {
      await made.connect(transport, { timeout: connectMs, signal: closed.signal });
      const { tools } = await made.listTools(undefined, { timeout: connectMs, signal: closed.signal });
      ports.onTools(tools);
      return { client: made, gone };
    } catch (error) {
      await made.close().catch(() => {});
      if (said !== "") ports.log(`${entry.name} said before it failed: ${said.trim()}`);
      throw error;
    }
  }

  /** Lets go of a server that doesn't answer: what is still waiting for it fails, and the loop connects again. */
  async function drop(dead: Client, why: string) {
    if (client !== dead) return;
    client = undefined;
    ports.log(`${entry.name}: ${why}`);
    await dead.close().catch(() => {});
  }

  async function watch(live: Client, gone: Promise<void>) {
    const asking = setInterval(() => {
      // One that works on a call may be too busy to answer.
      if (calls > 0 || live.getProtocolEra() !== "legacy") return;
      live
        .ping({ timeout: connectMs })
        .catch((error: unknown) => drop(live, `no answer: ${errorText(error)}`));
    }, askMs);
    asking.unref();
    await gone;
    clearInterval(asking);
    if (client === live) client = undefined;
  }

  async function stay() {
    // Whoever asked for the connection has it before it is told anything.
    await Promise.resolve();
    ports.onState({ state: "connecting" });
    let downSince: Date | undefined;
    for (let attempt = 0; !closed.signal.aborted; attempt++) {
      let reason = "It closed the connection.";
      try {
        const made = await connect();
        client = made.client;
        downSince = undefined;
        ports.onState({ state: "ready" });
        settle();
        const from = ports.now().getTime();
        await watch(made.client, made.gone);
        // One that keeps dying young is tried less and less often.
        if (ports.now().getTime() - from >= steadyMs) attempt = -1;
      } catch (error) {
        if (closed.signal.aborted) break;
        reason = reasonOf(error, entry);
        ports.log(`${entry.name} can't be reached: ${errorText(error)}`);
      }
      if (closed.signal.aborted) break;
      // One that is tried again is down until it is there.
      downSince ??= ports.now();
      ports.onState({ state: "down", reason, since: downSince });
      settle();
      const pause =
        ports.pauseMs?.(attempt) ?? Math.min(firstPauseMs * 2 ** Math.max(attempt, 0), longestPauseMs);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        timer.unref();
        retryNow = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    settle();
  }
  const staying = stay();

  return {
    attempted,
    async call(tool, input, signal) {
      const live = client;
      if (!live) return failed(`${entry.name} can't be reached now. It is tried again; go on without it.`);
      calls++;
      try {
        const params = { name: tool, arguments: input as Record<string, unknown> };
        const options = {
          signal,
          timeout: entry.timeoutMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: Math.max(longestCallMs, entry.timeoutMs),
          onprogress: () => {},
        };
        // Not `callTool`, which refuses answers that don't fit the server's own output schema.
        return toolResult(await live.request({ method: "tools/call", params }, options));
      } catch (error) {
        if (signal.aborted) throw new AppError("cancelled", "The call was stopped.", { cause: error });
        if (isBroken(error)) void drop(live, `a call broke off: ${errorText(error)}`);
        return failed(callFailure(error, entry));
      } finally {
        calls--;
      }
    },
    async close() {
      closed.abort();
      retryNow?.();
      await client?.close().catch(() => {});
      await staying;
    },
  };
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}

/** Whether the connection is no longer of use; a time limit alone says nothing of that. */
function isBroken(error: unknown): boolean {
  if (error instanceof SdkHttpError) return true;
  if (error instanceof SdkError)
    return [SdkErrorCode.SendFailed, SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected].includes(
      error.code,
    );
  return error instanceof TypeError;
}

const lookFirst = "The call may have had an effect: look before it is made again.";

function callFailure(error: unknown, { name, timeoutMs }: ServerEntry): string {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return `${name} did not answer within ${timeoutMs / 1000} s. ${lookFirst}`;
  if (isBroken(error))
    return `${name} went away during the call, and is connected again by itself. ${lookFirst}`;
  return `${name} refused the call: ${errorText(error)}`;
}

/** For a person: what is wrong, without paths, commands or what a server said. */
function reasonOf(error: unknown, { kind }: ServerEntry): string {
  if (error instanceof SdkHttpError) return `It answered with status ${error.status}.`;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return "It does not answer.";
  if (error instanceof Error && error.message.startsWith("the environment variable"))
    return `In its entry, ${error.message}.`;
  return kind === "command" ? "Its command could not be started, or ended." : "It can't be reached.";
}
