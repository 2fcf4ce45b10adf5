import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { serverName } from "@/lib/mcp/client/tool-names";

/** How long a call may be silent before it counts as failed, unless the entry says otherwise. */
const defaultTimeoutMs = 60_000;

const Texts = z.record(z.string(), z.string());
const common = {
  disabled: z.boolean().optional(),
  /** Milliseconds. */
  timeout: z.number().int().min(100).max(3_600_000).optional(),
};
const Command = z.object({
  ...common,
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: Texts.default({}),
  cwd: z.string().optional(),
});
const Remote = z.object({
  ...common,
  type: z.enum(["http", "streamable-http", "streamableHttp"]).optional(),
  url: z.string().min(1),
  headers: Texts.default({}),
});
const Entry = z.union([Remote, Command], { error: "needs a url, or a command to start" });
const Config = z.object({ mcpServers: z.record(z.string(), Entry).default({}) });

/** A server as the configuration names it; `${NAME}` in it is not filled in yet. */
export type ServerEntry = {
  /** As tools begin: `github` in `github___search`. */
  name: string;
  timeoutMs: number;
} & (
  | { kind: "command"; command: z.infer<typeof Command> }
  | { kind: "remote"; remote: z.infer<typeof Remote> }
);

/** Names that tools of the app's own begin with. */
export const takenNames = ["project", "sql-workbench", "dashboard", "delegate", "lab"];

/**
 * The servers of an `mcp.json` in the usual `mcpServers` form. Commands come from here and nowhere else (S9). A file that
 * isn't there names none, unless it must be. Throws a readable error for what is wrong with it.
 */
export function readMcpConfig(file: string, { required = false } = {}): ServerEntry[] {
  const text = readText(file, required);
  return text === undefined ? [] : parseMcpConfig(parseJson(text, basename(file)), basename(file));
}

export function parseMcpConfig(value: unknown, file: string): ServerEntry[] {
  const parsed = Config.safeParse(value);
  if (!parsed.success) throw new Error(`${file} is not right. ${z.prettifyError(parsed.error)}`);
  const names = new Map<string, string>();
  return Object.entries(parsed.data.mcpServers).flatMap(([given, entry]): ServerEntry[] => {
    if (entry.disabled) return [];
    const name = serverName(given);
    if (takenNames.includes(name))
      throw new Error(`${file}: "${given}" is a name of Kaboo's own. Use another.`);
    const other = names.get(name);
    if (other !== undefined)
      throw new Error(`${file}: "${given}" and "${other}" would both be called ${name}. Rename one.`);
    names.set(name, given);
    const shared = { name, timeoutMs: entry.timeout ?? defaultTimeoutMs };
    if ("url" in entry) return [{ ...shared, kind: "remote", remote: entry }];
    return [{ ...shared, kind: "command", command: entry }];
  });
}

/** Fills in `${NAME}` and `${NAME:-default}`, so that secrets stay out of the file (S5). Throws naming what is not set. */
export function fillIn(text: string, variables: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, otherwise: string | undefined) => {
    const value = variables[name] ?? otherwise;
    if (value === undefined) throw new Error(`the environment variable ${name} is not set`);
    return value;
  });
}

function readText(file: string, required: boolean): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (!required) return undefined;
    throw new Error(`${basename(file)}, named by KABOO_MCP_CONFIG, can't be read.`, { cause });
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON.`, { cause });
  }
}
