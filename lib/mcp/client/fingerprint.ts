import { createHash } from "node:crypto";
import type { ServerEntry } from "@/lib/mcp/client/config";
import { sortedKeys } from "@/lib/shared/sorted-keys";

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
    .update(JSON.stringify(sortedKeys(value)))
    .digest("hex");
}
