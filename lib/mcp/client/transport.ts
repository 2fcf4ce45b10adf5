import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fillIn, type ServerEntry } from "@/lib/mcp/client/config";

type Variables = Readonly<Record<string, string | undefined>>;

/** The way to a server. Throws when a variable it needs is not set, or its address is none. */
export function transportTo(
  entry: ServerEntry,
  variables: Variables,
  onSaid: (line: string) => void,
): Transport {
  const fill = (text: string) => fillIn(text, variables);
  const fillAll = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  if (entry.kind === "command") {
    const { command, args, env, cwd } = entry.command;
    const transport = new StdioClientTransport({
      command: fill(command),
      args: args.map(fill),
      // Not the app's own keys: a server gets what its entry names.
      env: { ...getDefaultEnvironment(), ...fillAll(env) },
      ...(cwd !== undefined && { cwd: fill(cwd) }),
      stderr: "pipe",
    });
    transport.stderr?.on("data", (piece: Buffer) => onSaid(piece.toString()));
    return transport;
  }
  const url = new URL(fill(entry.remote.url));
  if (!/^https?:$/.test(url.protocol)) throw new Error("its address must begin with http or https");
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: fillAll(entry.remote.headers) },
    // A redirect that leaves the configured origin fails the request (S9).
    redirectPolicy: "same-origin",
  });
}
