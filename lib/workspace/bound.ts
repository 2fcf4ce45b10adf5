import type { Operation } from "@/lib/shared/patch-operation";
import { pointer } from "@/lib/shared/pointer";
import { workspaceKey } from "@/lib/workspace/keys";
import { type Group, groupNames, groups, type Workspace } from "@/lib/workspace/schema";
import { workspaceOf } from "@/lib/workspace/workspace-of";

export const workspaceLimitBytes = 64 * 1024;

const encoder = new TextEncoder();
const sizeOf = (value: unknown) => encoder.encode(JSON.stringify(value)).byteLength;

/** Entries, those touched longest ago first. The changes say when; one that none of them names is older than all. */
function oldestFirst(workspace: Workspace) {
  const touched = (group: Group, id: string) =>
    workspace.changes.findLastIndex((change) => change[groups[group]] === id);
  const focused = (group: Group, id: string) =>
    workspace.focus?.kind === groups[group] && workspace.focus.id === id;
  return groupNames
    .flatMap((group) =>
      Object.entries(workspace[group]).map(([id, entry]) => ({
        path: pointer(workspaceKey, group, id),
        bytes: sizeOf({ [id]: entry }) - 1,
        touched: touched(group, id),
        kept: focused(group, id),
      })),
    )
    .filter((entry) => !entry.kept)
    .sort((a, b) => a.touched - b.touched);
}

/**
 * What must leave the workspace so that it is at most 64 KiB of JSON (E8): entries touched longest ago, then the
 * oldest changes, then the project's notes. Never the focus. What leaves stays in its service.
 */
export function boundWorkspace(
  state: { readonly [key: string]: unknown },
  limitBytes = workspaceLimitBytes,
): Operation[] {
  const record = state[workspaceKey];
  let surplus = record === undefined ? 0 : sizeOf(record) - limitBytes;
  if (surplus <= 0) return [];
  const workspace = workspaceOf(state);
  const operations: Operation[] = [];
  for (const entry of oldestFirst(workspace)) {
    if (surplus <= 0) return operations;
    operations.push({ op: "remove", path: entry.path });
    surplus -= entry.bytes;
  }
  for (const change of workspace.changes) {
    if (surplus <= 0) return operations;
    operations.push({ op: "remove", path: pointer(workspaceKey, "changes", 0) });
    surplus -= sizeOf(change);
  }
  if (surplus > 0) operations.push({ op: "add", path: pointer(workspaceKey, "project"), value: {} });
  return operations;
}
