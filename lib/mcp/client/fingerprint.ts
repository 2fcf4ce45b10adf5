import { createHash } from "node:crypto";
import type { ServerEntry } from "@/lib/mcp/client/config";
import { isJsonObject } from "@/lib/shared/json";

/** What a model would be told of a tool, as one short text: it differs when any of it does (S9). */
export function toolFingerprint(tool: {
  description?: string | undefined;
  title?: string | undefined;
  inputSchema: unknown;
}): string {
  return digest([tool.description ?? tool.title ?? "", tool.inputSchema]);
}

/** An entry of the configuration; tools are accepted as first seen under it. Secrets are named in it, not filled in. */
export function entryFingerprint(entry: ServerEntry): string {
  return digest(entry);
}

function digest(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
