import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const Accepted = z.object({ fingerprint: z.string(), description: z.string() });
export type Accepted = z.infer<typeof Accepted>;

const Server = z.object({ entry: z.string(), tools: z.record(z.string(), Accepted) });
const File = z.record(z.string(), Server);

export type AcceptedTools = ReturnType<typeof openAcceptedTools>;

/** What was accepted of each server's tools (S9), in a file of the data folder. */
export function openAcceptedTools(file: string) {
  const servers = new Map(Object.entries(read(file)));

  function write() {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.new`;
    writeFileSync(fresh, JSON.stringify(Object.fromEntries(servers), null, 2), { mode: 0o600 });
    renameSync(fresh, file);
  }

  /** A server whose entry was changed since is a new one. */
  function toolsOf(server: string, entry: string): Map<string, Accepted> {
    const known = servers.get(server);
    return new Map(known?.entry === entry ? Object.entries(known.tools) : []);
  }

  return {
    get(server: string, entry: string, tool: string): Accepted | undefined {
      return toolsOf(server, entry).get(tool);
    },
    accept(server: string, entry: string, tools: ReadonlyMap<string, Accepted>): void {
      if (tools.size === 0) return;
      const all = new Map([...toolsOf(server, entry), ...tools]);
      servers.set(server, { entry, tools: Object.fromEntries(all) });
      write();
    },
  };
}

/** A file that isn't there accepts nothing; one that can't be read is an error, for it would accept everything anew. */
function read(file: string): z.infer<typeof File> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  return File.parse(JSON.parse(text));
}
